/**
 * Matches unverified reviews with a list of jobs and saves the matches.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import type { analystFor } from "../publishing/mod.ts";
import { type Business, calendarDateAt, mentionResolver } from "../review/mod.ts";
import {
  evidenceSalt,
  type NewVerification,
  readEvidence,
  readUnverified,
  type Store,
  saveVerifications,
  type UnverifiedReview,
} from "../store/mod.ts";
import { businessOf } from "./business_of.ts";
import { type Candidate, type JobMatch, matchJobs, type NearMiss } from "./match_jobs.ts";
import type { Job, JobList } from "./read_jobs.ts";

/** How a list of jobs is used. */
export interface VerifyOptions {
  /** How many days after the job a review may be written. */
  readonly days: number;
  /** Whether only to look, and to save nothing. */
  readonly isDry: boolean;
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
}

/** What came of a list of jobs. */
export interface VerifiedByJobs {
  readonly matches: readonly JobMatch[];
  /** For a person to decide. */
  readonly nearMisses: readonly NearMiss[];
  /** How many reviews were waiting for verification. */
  readonly waiting: number;
  /** Null when nothing was changed. */
  readonly revision: number | null;
}

/** Only matches are saved, and nothing in a dry run. Doing it twice changes nothing the second time. */
export async function verifyByJobs(store: Store, list: JobList, options: VerifyOptions): Promise<VerifiedByJobs> {
  const business = await businessOf(store);
  // Loaded late: it brings the insights engine, which most acts have no need of.
  const engine = await import("../publishing/analyst.ts");
  const candidates = candidatesOf(await readUnverified(store), business, engine.analystFor(business));
  const jobs = await openJobs(store, list, options);
  const results = matchJobs(candidates, jobs, { days: options.days, resolve: mentionResolver(business) });
  const matches = results.filter(({ kind }) => kind === "match");
  return {
    matches,
    nearMisses: results.filter((result) => result.kind === "near_miss"),
    waiting: candidates.length,
    revision: options.isDry ? null : await saveMatches(store, matches, business, options),
  };
}

/** The jobs that prove no review yet. */
async function openJobs(store: Store, { jobs }: JobList, options: VerifyOptions): Promise<readonly Job[]> {
  const proved = await readEvidence(store);
  // Without evidence there is no salt yet, and a dry run must not make one.
  if (proved.size === 0) return jobs;
  const prove = await evidenceMaker(store, options);
  return jobs.filter((job) => !proved.has(prove(job)));
}

async function saveMatches(
  store: Store,
  matches: readonly JobMatch[],
  business: Business,
  options: VerifyOptions,
): Promise<number | null> {
  const date = calendarDateAt(options.now, business.time_zone);
  const prove = await evidenceMaker(store, options);
  const verifications = matches.map(({ review, job }): NewVerification => {
    return { id: review.id, method: "job_record", date, evidence: prove(job) };
  });
  return (await saveVerifications(store, verifications)).revision;
}

/** One job, one hash: without the salt nobody can test a name against it. */
async function evidenceMaker(store: Store, { randomBytes }: VerifyOptions): Promise<(job: Job) => string> {
  const salt = await evidenceSalt(store, randomBytes);
  return ({ date, customer, service, technician }) => {
    const words = [date, customer, service, technician].map((word) => word?.toLowerCase().replace(/\s+/g, " ") ?? "");
    return createHmac("sha256", salt).update(words.join("\0")).digest("hex");
  };
}

type ReadingAnalyst = ReturnType<typeof analystFor>;

function candidatesOf(reviews: readonly UnverifiedReview[], business: Business, analyst: ReadingAnalyst): Candidate[] {
  const resolve = mentionResolver(business);
  return reviews.map((review) => {
    const kept = review.analysisKey === analyst.key ? review.analysis : null;
    const { mentions } = analyst.findings(kept ?? analyst.analyze(review));
    return { ...review, mentions: resolve(review.givenMentions ?? mentions) };
  });
}
