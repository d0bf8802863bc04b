/**
 * What came of a list of jobs, for people and for --json.
 *
 * @module
 */
import type { JobList, JobProof, NearMiss, Rechecked, VerifiedByJobs } from "../owner/mod.ts";
import type { Doubt } from "../review/mod.ts";
import { counted, groupedDigits, listed } from "../review/mod.ts";
import type { Outcome } from "./command.ts";
import { table } from "./table.ts";

/** Proofs, near misses with their reasons, and what was read. */
export function verifyOutcome(list: JobList, verified: VerifiedByJobs, isDry: boolean): Outcome {
  const { proofs, nearMisses: near, waiting, revision } = verified;
  return {
    lines: [
      ...(proofs.length > 0 ? ["Proved:", ...table(proofs.map(proofCells))] : []),
      ...(near.length > 0
        ? ["Near misses, for you to decide one by one (--confirm ID=ROW):", ...table(near.map(nearMissCells))]
        : []),
      `${groupedDigits(proofs.length)} of ${groupedDigits(waiting)} unverified reviews proved, ${counted(near.length, "near miss", "near misses")}; ${endOf(isDry, revision)}`,
      `${counted(list.jobs.length, "job")} read${unreadRows(list)}`,
      ...list.notes,
    ],
    data: {
      jobs: list.jobs.length,
      rows_passed_over: list.passedOver,
      notes: list.notes,
      unverified: waiting,
      matched: proofs.map(proofData),
      near_misses: near.map(nearMissData),
      dry_run: isDry,
      revision,
    },
  };
}

/** What came of looking again at what an older release took for proved. */
export function recheckOutcome({ proofs, unproved, revision }: Rechecked, isDry: boolean): Outcome {
  const lines = [
    ...(proofs.length > 0 ? ["Proved:", ...table(proofs.map(proofCells))] : []),
    ...(unproved.length > 0 ? ["Not proved:", ...table(unproved.map((id) => [`  ${id}`]))] : []),
    recheckSummary({ proofs, unproved, revision }, isDry),
  ];
  return { lines, data: { matched: proofs.map(proofData), unproved, dry_run: isDry, revision } };
}

function recheckSummary({ proofs, unproved, revision }: Rechecked, isDry: boolean): string {
  if (proofs.length + unproved.length === 0) return "Every review with a job record says what the job was matched by";
  const demoted = counted(unproved.length, "review");
  const what = `${groupedDigits(proofs.length)} proved again`;
  if (isDry) return `${what}; ${demoted} would be withheld as unverified: add --yes to do it`;
  return `${what}; ${demoted} withheld as unverified; revision ${revision}`;
}

function endOf(isDry: boolean, revision: number | null): string {
  if (isDry) return "nothing was changed, this was a dry run";
  return revision === null ? "nothing was changed" : `revision ${revision}`;
}

function unreadRows({ passedOver: [first, ...others] }: JobList): string {
  if (first === undefined) return "";
  return `; ${counted(others.length + 1, "row")} without date or customer, the first is row ${first}`;
}

const STRENGTH_WORDS = {
  invoice: "by invoice number",
  contact: "by e-mail address or telephone number",
  name_and_date: "by whole name and date",
} as const;

function proofCells({ review, job, strength }: JobProof): string[] {
  return [
    `  ${review.id}`,
    review.authorName,
    review.date,
    `job of ${job.date}, row ${job.row}`,
    STRENGTH_WORDS[strength],
  ];
}

/** Both sides, so that the owner can decide. */
function nearMissCells({ review, job, doubt }: NearMiss): string[] {
  const { id, authorName, date } = review;
  return [`  ${id}`, authorName, date, `${job.customer}, job of ${job.date}, row ${job.row}`, doubtInWords(doubt)];
}

function doubtInWords(doubt: Doubt): string {
  switch (doubt.kind) {
    case "shortened_name":
      return "the name is shortened";
    case "too_early":
      return `written ${counted(doubt.days, "day")} before the job`;
    case "too_late":
      return `written ${counted(doubt.days, "day")} after the job`;
    case "inexact_date":
      return `the date of the review is known to the ${doubt.precision} only`;
    case "several_customers":
      return `${doubt.count} customers have this name`;
    case "other_technician":
      return `the job was done by ${listed(doubt.names)}`;
    case "other_service":
      return `the job was ${listed(doubt.names)}`;
    case "job_taken":
      return `that job already proves ${doubt.by}`;
  }
}

function proofData({ review, job, strength }: JobProof) {
  return { ...sides(review, job), strength };
}

function nearMissData({ review, job, doubt }: NearMiss) {
  return { ...sides(review, job), reason: doubtInWords(doubt) };
}

function sides(review: JobProof["review"], job: JobProof["job"]) {
  return { id: review.id, author: review.authorName, date: review.date, job_row: job.row, job_date: job.date };
}
