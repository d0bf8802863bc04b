/**
 * Matches unverified reviews with a list of jobs, saves the matches and tells what was found.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import type { Call, Outcome } from "../cli/command.ts";
import { table } from "../cli/table.ts";
import { GoodwordError } from "../errors.ts";
import { analystFor } from "../publishing/analyst.ts";
import { type Business, calendarDateAt, counted, groupedDigits, mentionResolver } from "../review/mod.ts";
import {
  evidenceSalt,
  type NewVerification,
  readBusiness,
  readEvidence,
  readUnverified,
  type Store,
  saveVerifications,
  type UnverifiedReview,
} from "../store/mod.ts";
import { type Candidate, type JobMatch, matchJobs } from "./match_jobs.ts";
import type { Job, JobList } from "./read_jobs.ts";

export interface VerifyOptions {
  readonly call: Call;
  /** How many days after the job a review may be written. */
  readonly days: number;
}

/** Only matches are saved, and nothing in a dry run. Doing it twice changes nothing the second time. */
export async function verifyByJobs(store: Store, list: JobList, { call, days }: VerifyOptions): Promise<Outcome> {
  const business = await businessOf(store);
  const candidates = candidatesOf(await readUnverified(store), business);
  const results = matchJobs(candidates, await openJobs(store, list, call), {
    days,
    resolve: mentionResolver(business),
  });
  const isDry = call.flag("dry-run");
  const revision = isDry ? null : await saveMatches(store, results, { call, business });
  return verifyOutcome(results, { list, waiting: candidates.length, revision, isDry });
}

/** The jobs that prove no review yet. */
async function openJobs(store: Store, { jobs }: JobList, call: Call): Promise<readonly Job[]> {
  const proved = await readEvidence(store);
  // Without evidence there is no salt yet, and a dry run must not make one.
  if (proved.size === 0) return jobs;
  const prove = await evidenceMaker(store, call);
  return jobs.filter((job) => !proved.has(prove(job)));
}

async function saveMatches(
  store: Store,
  results: readonly JobMatch[],
  { call, business }: { call: Call; business: Business },
): Promise<number | null> {
  const date = calendarDateAt(call.world.now(), business.time_zone);
  const prove = await evidenceMaker(store, call);
  const matches = results.filter(({ kind }) => kind === "match");
  const verifications = matches.map(({ review, job }): NewVerification => {
    return { id: review.id, method: "job_record", date, evidence: prove(job) };
  });
  return (await saveVerifications(store, verifications)).revision;
}

/** One job, one hash: without the salt nobody can test a name against it. */
async function evidenceMaker(store: Store, { world }: Call): Promise<(job: Job) => string> {
  const salt = await evidenceSalt(store, world.randomBytes);
  return ({ date, customer, service, technician }) => {
    const words = [date, customer, service, technician].map((word) => word?.toLowerCase().replace(/\s+/g, " ") ?? "");
    return createHmac("sha256", salt).update(words.join("\0")).digest("hex");
  };
}

function candidatesOf(reviews: readonly UnverifiedReview[], business: Business): Candidate[] {
  const analyst = analystFor(business);
  const resolve = mentionResolver(business);
  return reviews.map((review) => {
    const isFresh = review.analysisKey === analyst.key && review.analysis !== null;
    const { mentions } = analyst.findings(isFresh ? review.analysis! : analyst.analyze(review));
    return { ...review, mentions: resolve(review.givenMentions ?? mentions) };
  });
}

interface Told {
  readonly list: JobList;
  readonly waiting: number;
  readonly revision: number | null;
  readonly isDry: boolean;
}

function verifyOutcome(results: readonly JobMatch[], { list, waiting, revision, isDry }: Told): Outcome {
  const matches = results.filter(({ kind }) => kind === "match");
  const near = results.filter(({ kind }) => kind === "near_miss");
  const { passedOver } = list;
  const unread =
    passedOver.length === 0
      ? ""
      : `; ${counted(passedOver.length, "row")} without date or customer, the first is row ${passedOver[0]}`;
  const end = isDry
    ? "nothing was changed, this was a dry run"
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

/** @throws {GoodwordError} `not_found` before the first import */
export async function businessOf(store: Store): Promise<Business> {
  const stored = await readBusiness(store);
  if (stored === null) throw new GoodwordError("not_found", "There are no reviews yet; import some first");
  return stored.profile;
}
