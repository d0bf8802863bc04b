/**
 * Holds reviews against a list of finished jobs, saves what is proved and shows what may be meant.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import type { Proof } from "../review/mod.ts";
import {
  type NewVerification,
  readEvidence,
  readJobRecords,
  readUnverified,
  type Store,
  saveVerifications,
  type UnverifiedReview,
} from "../store/mod.ts";
import { type Desk, judge, openDesk, type VerifyOptions } from "./job_desk.ts";
import type { Job, JobList } from "./read_jobs.ts";

/** A review and the job that proves it. */
export type JobProof = Extract<Proof, { kind: "proof" }>;
/** A review and a job that may belong together, with the reason for doubt. */
export type NearMiss = Extract<Proof, { kind: "near_miss" }>;

/** Result of {@link verifyByJobs}. */
export interface VerifiedByJobs {
  readonly proofs: readonly JobProof[];
  /** For a person to decide. */
  readonly nearMisses: readonly NearMiss[];
  /** How many reviews were waiting for verification. */
  readonly waiting: number;
  /** Null when nothing was changed. */
  readonly revision: number | null;
}

/**
 * Matches unverified reviews with finished jobs. Only proofs are saved, and nothing in a dry run. Doing it twice changes
 * nothing the second time.
 */
export async function verifyByJobs(store: Store, list: JobList, options: VerifyOptions): Promise<VerifiedByJobs> {
  const desk = await openDesk(store, options);
  const proved = await readEvidence(store);
  const waiting = await readUnverified(store);
  const judged = judge(
    desk,
    waiting,
    list.jobs.filter((job) => !proved.has(desk.evidenceOf(job))),
    options,
  );
  const proofs = judged.filter((each) => each.kind === "proof");
  return {
    proofs,
    nearMisses: judged.filter((each) => each.kind === "near_miss"),
    waiting: waiting.length,
    revision: options.isDry
      ? null
      : (await saveVerifications(store, verificationsBy(desk, proofs, list.jobs))).revision,
  };
}

/** What came of looking again at reviews that count as verified by a job. */
export interface Rechecked {
  /** Proved by the list, with the strength that was missing. */
  readonly proofs: readonly JobProof[];
  /** No longer proved: withheld as unverified where the owner agreed. */
  readonly unproved: readonly string[];
  /** Null when nothing was changed. */
  readonly revision: number | null;
}

/**
 * Looks again at reviews that an older release took for proved, by a shortened name: proved ones get their strength,
 * the others lose their verification. Saves nothing in a dry run.
 */
export async function recheckJobRecords(
  store: Store,
  list: JobList | null,
  options: VerifyOptions,
): Promise<Rechecked> {
  const desk = await openDesk(store, options);
  const doubtful = await readJobRecords(store);
  const proving = await evidenceOfOthers(store, doubtful);
  const jobs = (list?.jobs ?? []).filter((job) => !proving.has(desk.evidenceOf(job)));
  const judged = judge(desk, doubtful, jobs, options);
  const proofs = judged.filter((each) => each.kind === "proof");
  const proved = new Set(proofs.map(({ review }) => review.id));
  const unproved = doubtful.map(({ id }) => id).filter((id) => !proved.has(id));
  if (options.isDry) return { proofs, unproved, revision: null };
  const demoted = unproved.map(
    (id): NewVerification => ({ id, method: "none", strength: null, date: null, evidence: null }),
  );
  const verifications = [...verificationsBy(desk, proofs, jobs), ...demoted];
  return { proofs, unproved, revision: (await saveVerifications(store, verifications)).revision };
}

/** Jobs that prove other reviews prove none of these. */
async function evidenceOfOthers(store: Store, doubtful: readonly UnverifiedReview[]): Promise<ReadonlySet<string>> {
  const own = new Set(doubtful.map(({ evidence }) => evidence));
  return new Set([...(await readEvidence(store))].filter((evidence) => !own.has(evidence)));
}

/** The verification of each review that a job of the list proves. */
function verificationsBy(desk: Desk, proofs: readonly JobProof[], jobs: readonly Job[]): NewVerification[] {
  const byRow = new Map(jobs.map((job) => [job.row, job]));
  return proofs.map(({ review: { id }, job: { row }, strength }) => {
    const job = byRow.get(row);
    if (job === undefined) throw new GoodwordError("internal", `The list has no row ${row}`);
    return { id, method: "job_record", strength, date: desk.today, evidence: desk.evidenceOf(job) };
  });
}
