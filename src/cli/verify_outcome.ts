/**
 * What came of a list of jobs, for people and for --json.
 *
 * @module
 */
import type { JobList, JobMatch, VerifiedByJobs } from "../owner/mod.ts";
import { counted, groupedDigits } from "../review/mod.ts";
import type { Outcome } from "./command.ts";
import { table } from "./table.ts";

/** Matches, near misses with their reasons, and what was read. */
export function verifyOutcome(list: JobList, verified: VerifiedByJobs, isDry: boolean): Outcome {
  const { matches, nearMisses: near, waiting, revision } = verified;
  const { passedOver } = list;
  const unread =
    passedOver.length === 0
      ? ""
      : `; ${counted(passedOver.length, "row")} without date or customer, the first is row ${passedOver[0]}`;
  const end = isDry
    ? "nothing was changed (dry run)"
    : revision === null
      ? "nothing was changed"
      : `revision ${revision}`;
  return {
    lines: [
      ...(matches.length > 0 ? ["Matched:", ...table(matches.map(cellsOf))] : []),
      ...(near.length > 0
        ? ["Near misses, for you to decide (goodword verify attest ID):", ...table(near.map(cellsOf))]
        : []),
      `${groupedDigits(matches.length)} of ${groupedDigits(waiting)} unverified reviews matched, ${counted(near.length, "near miss", "near misses")}; ${end}`,
      `${counted(list.jobs.length, "job")} read${unread}`,
      ...list.notes,
    ],
    data: {
      jobs: list.jobs.length,
      rows_passed_over: passedOver,
      notes: list.notes,
      unverified: waiting,
      matched: matches.map(dataOf),
      near_misses: near.map(dataOf),
      dry_run: isDry,
      revision,
    },
  };
}

function cellsOf(match: JobMatch): string[] {
  const { review, job } = match;
  const reason = match.kind === "near_miss" ? [match.reason] : [];
  return [`  ${review.id}`, review.authorName, review.date, `job of ${job.date}, row ${job.row}`, ...reason];
}

function dataOf(match: JobMatch) {
  const { review, job } = match;
  const reason = match.kind === "near_miss" ? { reason: match.reason } : {};
  return {
    id: review.id,
    author: review.authorName,
    date: review.date,
    job_row: job.row,
    job_date: job.date,
    ...reason,
  };
}
