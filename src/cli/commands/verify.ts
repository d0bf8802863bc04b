import { type GoodwordError, inputRefused, notFound, usageFault } from "../../errors.ts";
import { addJobs, jobReadingOf } from "../../owner/add_jobs.ts";
import { confirmKeptJob, matchKeptJobs, ruleOutKeptJob } from "../../owner/inbox.ts";
import { type JobList, type ProvingJobs, provingJobs, readJobs } from "../../owner/read_jobs.ts";
import { attestReviews } from "../../owner/save_verifications.ts";
import {
  type Confirmation,
  type Confirmed,
  confirmNearMisses,
  countJobs,
  type JobProof,
  type NearMiss,
  type Objection,
  type Rechecked,
  recheckJobRecords,
  type VerifiedByJobs,
  type VerifyOptions,
  verifyByJobs,
} from "../../owner/verify_by_jobs.ts";
import { counted, type Doubt, groupedDigits, listed } from "../../review/mod.ts";
import { type CommandCall, noReview, numberOption, type Outcome, table } from "../command.ts";
import { gatherFiles } from "../files.ts";

/** Verifies reviews by a list of jobs, or by hand. */
export function attest(call: CommandCall): Promise<Outcome> {
  return settle(call, "operator_attested");
}

export function withdraw(call: CommandCall): Promise<Outcome> {
  return settle(call, "none");
}

export async function verify(call: CommandCall, defaultDays: number): Promise<Outcome> {
  const read = await readList(call);
  const list = read === null ? null : provingJobs(read);
  const days = numberOption(call, "days", { least: 0, most: 3650 }) ?? defaultDays;
  const isDry = call.flag("dry-run");
  const { now, randomBytes } = call.context;
  const options = { days, isDry, now: now(), randomBytes };
  const pairs = call.text("confirm");
  if (pairs !== undefined && isDry) throw usageFault("--confirm cannot be combined with --dry-run");
  if (call.flag("recheck") && pairs !== undefined) throw usageFault("--recheck cannot be combined with --confirm");
  if (call.flag("recheck")) {
    const isLook = isDry || !call.flag("yes");
    const rechecked = await call.withStore((store) => recheckJobRecords(store, list, { ...options, isDry: isLook }));
    return recheckOutcome(rechecked, isLook);
  }
  const other = call.text("rule-out");
  if (other !== undefined) return ruleOut(call, other, { hasList: read !== null, isDry });
  if (read === null || list === null) return verifyKept(call, pairs, options);
  if (pairs !== undefined) return confirm(call, list, pairs, options);
  const verified = await call.withStore(async (store) => {
    const proved = await verifyByJobs(store, list, options);
    // The list is kept as jobs add would keep it, but for who it was.
    if (!isDry) await addJobs(store, read.rows, { ...options, keepsContacts: false });
    return proved;
  });
  return verifyOutcome(list, verified, isDry);
}

function readKeptPair(pair: string, option: string): { readonly reviewId: string; readonly jobId: string } {
  const [, reviewId = "", jobId = ""] = /^\s*([A-Za-z0-9_-]{1,64})\s*=\s*(job_\w{1,64})\s*$/.exec(pair) ?? [];
  if (jobId === "") throw usageFault(`Invalid ${option} ${JSON.stringify(pair)}: expected ID=JOB`);
  return { reviewId, jobId };
}

function noJob(id: string): GoodwordError {
  return notFound(`No job with the id ${JSON.stringify(id)}; nothing was changed`);
}

/** By the owner's word a review and a job are two people's. */
async function ruleOut(
  call: CommandCall,
  pair: string,
  { hasList, isDry }: { readonly hasList: boolean; readonly isDry: boolean },
): Promise<Outcome> {
  if (hasList || isDry || call.text("confirm") !== undefined) {
    throw usageFault("--rule-out cannot be combined with a list, --confirm or --dry-run");
  }
  const { reviewId, jobId } = readKeptPair(pair, "--rule-out");
  const { kind } = await call.withStore((store) => ruleOutKeptJob(store, { reviewId, jobId, by: call.text("by") }));
  if (kind === "unknown_job") throw noJob(jobId);
  if (kind === "unknown_review") throw noReview(reviewId);
  const line = `${reviewId} and ${jobId} are matched no more; --confirm takes that back`;
  return { lines: [kind === "same" ? `Nothing to do: ${line}` : line], data: { review: reviewId, job: jobId } };
}

/** By the jobs on the list. */
async function verifyKept(call: CommandCall, pair: string | undefined, options: VerifyOptions): Promise<Outcome> {
  if (pair !== undefined) {
    const { reviewId, jobId } = readKeptPair(pair, "--confirm");
    const order = { ...options, reviewId, jobId, by: call.text("by") };
    const confirmed = await call.withStore((store) => confirmKeptJob(store, order));
    if (confirmed.kind !== "unknown_job") return confirmOutcome(confirmed, [reviewId]);
    throw noJob(jobId);
  }
  const { nearMisses, proved, waiting, revision } = await call.withStore((store) => matchKeptJobs(store, options));
  const rows = nearMisses.map(({ review, job, doubt }) => {
    const { id, authorName, date } = review;
    return [`  ${id}=${job.id}`, authorName, date, `${job.customerName}, job of ${job.finished}`, doubtInWords(doubt)];
  });
  return {
    lines: [
      ...section("Near misses; confirm each with --confirm ID=JOB:", rows),
      summaryOf({ proved, near: rows.length }, endOf(options.isDry, revision)),
    ],
    data: {
      unverified: waiting,
      matched: proved,
      near_misses: nearMisses.map(({ review, job, doubt }) => {
        return { id: review.id, author: review.authorName, job: job.id, reason: doubtInWords(doubt) };
      }),
      dry_run: options.isDry,
      revision,
    },
  };
}

/** Rows below a title; nothing where there are none. */
function section(title: string, rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [title, ...table(rows)];
}

function summaryOf({ proved, near }: { proved: number; near: number }, end: string): string {
  const misses = counted(near, "near miss", "near misses");
  return `${counted(proved, "review")} proved, ${misses}; ${end}`;
}

async function readList(call: CommandCall): Promise<JobList | null> {
  const [path] = call.arguments;
  if (path === undefined) return null;
  const [file, second] = await gatherFiles([path], call.context);
  if (file === undefined || second) throw usageFault(`${path}: expected one file, the list of jobs`);
  const said = { dateFormat: call.text("date-format"), encoding: call.text("encoding") };
  return readJobs(file, await call.withStore((store) => jobReadingOf(store, said, call.context.now())));
}

async function confirm(call: CommandCall, list: ProvingJobs, text: string, options: VerifyOptions): Promise<Outcome> {
  const pairs = readPairs(text);
  const order = { ...options, by: call.text("by") };
  const ids = pairs.map(({ id }) => id);
  return confirmOutcome(await call.withStore((store) => confirmNearMisses(store, list, pairs, order)), ids);
}

function confirmOutcome(confirmed: Confirmed, ids: readonly string[]): Outcome {
  switch (confirmed.kind) {
    case "changed":
      throw inputRefused(`${ids.join(", ")}: changed by somebody else; nothing was changed`);
    case "unknown_review":
      throw noReview(...confirmed.ids);
    case "removed_review": {
      const { id, removedAt } = confirmed;
      const when = new Date(removedAt).toISOString().slice(0, 10);
      throw notFound(`Review ${JSON.stringify(id)} was removed on ${when}; nothing was changed`);
    }
    case "refused":
      throw inputRefused(objectionsInWords(confirmed.objections));
    case "unknown_row": {
      const rows = listed(confirmed.rows.map(String));
      throw inputRefused(`The list has no job in row ${rows}; nothing was changed`);
    }
    case "not_done": {
      const { job, why } = confirmed;
      const name = typeof job === "number" ? `job in row ${job}` : `job ${job}`;
      throw inputRefused(`The ${name} proves no review: ${NOT_DONE[why]}; nothing was changed`);
    }
    case "confirmed": {
      const { changed, revision } = confirmed;
      const line =
        revision === null ? `Nothing to do: ${ids.join(", ")}` : `${changed.join(", ")} attested; revision ${revision}`;
      return { lines: [line], data: { changed, method: "operator_attested", revision } };
    }
  }
}

const NOT_DONE = {
  cancelled: "it was cancelled",
  not_finished: "it is not finished",
  unread: "its row has no date and customer that can be read",
} as const;

/** The first says most; the others are counted. */
function objectionsInWords([first, ...others]: readonly Objection[]): string {
  const more = others.length === 0 ? "" : ` (and ${counted(others.length, "more such pair")})`;
  return `${first === undefined ? "" : objectionInWords(first)}${more}; nothing was changed`;
}

function objectionInWords(objection: Objection): string {
  const { id, row } = objection;
  switch (objection.kind) {
    case "verified":
      return `${id} needs no confirmation: it is verified by ${objection.method}`;
    case "job_taken":
      return `The job in row ${row} cannot prove ${id}: it already proves another review`;
    case "no_near_miss":
      return `${id} and row ${row} (${objection.customer}) are no near miss: neither name nor contact agrees`;
  }
}

function readPairs(text: string): Confirmation[] {
  return text.split(",").map((pair) => {
    const [, id, row] = /^\s*([A-Za-z0-9_-]{1,64})\s*=\s*(\d{1,9})\s*$/.exec(pair) ?? [];
    if (id !== undefined && row !== undefined) return { id, row: Number(row) };
    throw usageFault(`Invalid --confirm ${JSON.stringify(pair)}: expected ID=ROW, such as r_abc=12`);
  });
}

async function settle(call: CommandCall, method: "operator_attested" | "none"): Promise<Outcome> {
  const ids = [...new Set(call.arguments)];
  const order = { ids, method, by: call.text("by"), now: call.context.now() };
  const settled = await call.withStore((store) => attestReviews(store, order));
  switch (settled.kind) {
    case "unknown":
      throw noReview(...settled.ids);
    case "changed":
      throw inputRefused(`${ids.join(", ")}: changed by somebody else; nothing was changed`);
    case "same":
      return { lines: [`Nothing to do: ${ids.join(", ")}`], data: { changed: [], method, revision: null } };
    case "settled": {
      const { changed, revision } = settled;
      const what = method === "none" ? "withdrawn" : "attested";
      return { lines: [`${changed.join(", ")} ${what}; revision ${revision}`], data: { changed, method, revision } };
    }
  }
}

/** Proofs, near misses with their reasons, and what was read. */
function verifyOutcome(list: ProvingJobs, verified: VerifiedByJobs, isDry: boolean): Outcome {
  const { proofs, nearMisses: near, waiting, revision } = verified;
  return {
    lines: [
      ...section("Proved:", proofs.map(proofCells)),
      ...section("Near misses; confirm each with --confirm ID=ROW:", near.map(nearMissCells)),
      summaryOf({ proved: proofs.length, near: near.length }, endOf(isDry, revision)),
      `${counted(countJobs(list.jobs.map(({ draft }) => draft)), "job")} read${unreadRows(list)}`,
      ...list.notes,
    ],
    data: {
      jobs: countJobs(list.jobs.map(({ draft }) => draft)),
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
function recheckOutcome({ proofs, unproved, revision }: Rechecked, isDry: boolean): Outcome {
  const lines = [
    ...section("Proved:", proofs.map(proofCells)),
    ...section(
      "Not proved:",
      unproved.map((id) => [`  ${id}`]),
    ),
    recheckSummary({ proofs, unproved, revision }, isDry),
  ];
  return { lines, data: { matched: proofs.map(proofData), unproved, dry_run: isDry, revision } };
}

function recheckSummary({ proofs, unproved, revision }: Rechecked, isDry: boolean): string {
  if (proofs.length + unproved.length === 0) return "Every review with a job record states what its job was matched by";
  const demoted = counted(unproved.length, "review");
  const what = `${groupedDigits(proofs.length)} proved again`;
  if (isDry) return `${what}; ${demoted} would be withheld as unverified: add --yes to do it`;
  return `${what}; ${demoted} withheld as unverified; revision ${revision}`;
}

function endOf(isDry: boolean, revision: number | null): string {
  if (isDry) return "nothing was changed, this was a dry run";
  return revision === null ? "nothing was changed" : `revision ${revision}`;
}

function unreadRows({ passedOver: [first, ...others] }: ProvingJobs): string {
  if (first === undefined) return "";
  return `; ${counted(others.length + 1, "row")} without date or customer, the first is row ${first}`;
}

const STRENGTH_WORDS = {
  invoice: "by invoice number",
  contact: "by e-mail address or telephone number",
  name_and_date: "by whole name and date",
} as const;

function proofCells({ review, job, strength }: JobProof): string[] {
  const { id, authorName, date } = review;
  return [`  ${id}`, authorName, date, `job of ${job.date}, row ${job.row}`, STRENGTH_WORDS[strength]];
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
