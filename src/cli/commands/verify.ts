import { type GoodwordError, inputRefused, notFound, usageFault } from "../../errors.ts";
import {
  type ConfirmOutcome,
  confirmKeptJob,
  matchKeptJobs,
  type Objection,
  ruleOutKeptJob,
} from "../../owner/verify_by_jobs.ts";
import { counted, type Doubt, listed } from "../../review/mod.ts";
import { type CommandCall, noReview, numberOption, type Outcome, table } from "../command.ts";

export async function verify(call: CommandCall): Promise<Outcome> {
  const isDry = call.flag("dry-run");
  const [confirmed, ruledOut] = [call.text("confirm"), call.text("rule-out")];
  if ([isDry, confirmed !== undefined, ruledOut !== undefined].filter(Boolean).length > 1) {
    throw usageFault("--confirm, --rule-out and --dry-run cannot be combined");
  }
  if (confirmed !== undefined) return confirm(call, confirmed);
  if (ruledOut !== undefined) return ruleOut(call, ruledOut);
  const days = numberOption(call, "days", { least: 0, most: 3650 });
  const { now, randomBytes } = call.context;
  const { nearMisses, proved, waiting, revision } = await call.withStore((store) =>
    matchKeptJobs(store, { ...(days !== undefined && { days }), isDry, now: now(), randomBytes }),
  );
  const rows = nearMisses.map(({ review, job, doubt }) => {
    const { id, authorName, date } = review;
    return [`  ${id}=${job.id}`, authorName, date, `${job.customerName}, job of ${job.finished}`, doubtInWords(doubt)];
  });
  const title = "Near misses; confirm each with --confirm ID=JOB:";
  const misses = counted(rows.length, "near miss", "near misses");
  return {
    lines: [
      ...(rows.length === 0 ? [] : [title, ...table(rows)]),
      `${counted(proved, "review")} proved, ${misses}; ${endOf(isDry, revision)}`,
    ],
    data: {
      unverified: waiting,
      matched: proved,
      near_misses: nearMisses.map(({ review, job, doubt }) => {
        return { id: review.id, author: review.authorName, job: job.id, reason: doubtInWords(doubt) };
      }),
      dry_run: isDry,
      revision,
    },
  };
}

function readPair(pair: string, option: string): { readonly reviewId: string; readonly jobId: string } {
  const [, reviewId = "", jobId = ""] = /^\s*([A-Za-z0-9_-]{1,64})\s*=\s*(job_\w{1,64})\s*$/.exec(pair) ?? [];
  if (jobId === "") throw usageFault(`Invalid ${option} ${JSON.stringify(pair)}: expected ID=JOB`);
  return { reviewId, jobId };
}

function noJob(id: string): GoodwordError {
  return notFound(`No job with the id ${JSON.stringify(id)}; nothing was changed`);
}

/** By the owner's word a review and a job are two people's. */
async function ruleOut(call: CommandCall, pair: string): Promise<Outcome> {
  const { reviewId, jobId } = readPair(pair, "--rule-out");
  const { kind } = await call.withStore((store) => ruleOutKeptJob(store, { reviewId, jobId, by: call.text("by") }));
  if (kind === "unknown_job") throw noJob(jobId);
  if (kind === "unknown_review") throw noReview(reviewId);
  const line = `${reviewId} and ${jobId} are no longer matched; undo with --confirm`;
  return { lines: [kind === "same" ? `Nothing to do: ${line}` : line], data: { review: reviewId, job: jobId } };
}

async function confirm(call: CommandCall, pair: string): Promise<Outcome> {
  const { reviewId, jobId } = readPair(pair, "--confirm");
  const { now, randomBytes } = call.context;
  const order = { reviewId, jobId, by: call.text("by"), now: now(), randomBytes };
  const outcome: ConfirmOutcome = await call.withStore((store) => confirmKeptJob(store, order));
  switch (outcome.kind) {
    case "changed":
      throw inputRefused(`${reviewId}: changed by somebody else; nothing was changed`);
    case "unknown_job":
      throw noJob(jobId);
    case "cancelled_job":
      throw inputRefused(`The job ${jobId} proves no review: it was cancelled; nothing was changed`);
    case "unknown_review":
      throw noReview(reviewId);
    case "removed_review": {
      const when = new Date(outcome.removedAt).toISOString().slice(0, 10);
      throw notFound(`Review ${JSON.stringify(reviewId)} was removed on ${when}; nothing was changed`);
    }
    case "refused":
      throw inputRefused(`${objectionInWords(outcome.objection, { reviewId, jobId })}; nothing was changed`);
    case "confirmed": {
      const { changed, revision } = outcome;
      const line = revision === null ? `Nothing to do: ${reviewId}` : `${reviewId} attested; revision ${revision}`;
      return { lines: [line], data: { changed, method: "operator_attested", revision } };
    }
  }
}

function objectionInWords(
  objection: Objection,
  { reviewId, jobId }: { readonly reviewId: string; readonly jobId: string },
): string {
  switch (objection.kind) {
    case "verified":
      return `${reviewId} needs no confirmation: it is verified by ${objection.method}`;
    case "job_taken":
      return `${jobId} cannot prove ${reviewId}: it already proves another review`;
    case "no_near_miss":
      return `${reviewId} and ${jobId} (${objection.customer}) are no near miss: neither name nor contact agrees`;
  }
}

function endOf(isDry: boolean, revision: number | null): string {
  if (isDry) return "nothing was changed, this was a dry run";
  return revision === null ? "nothing was changed" : `revision ${revision}`;
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
