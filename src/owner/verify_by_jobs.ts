/**
 * Holds reviews against a list of finished jobs, saves what is proved and shows what may be meant.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { GoodwordError } from "../errors.ts";
import { analystFor } from "../publishing/mod.ts";
import {
  type Business,
  calendarDateAt,
  type FinishedJob,
  judgeProofs,
  type MarkHasher,
  type MarkKind,
  type Marks,
  type MentionResolver,
  type Mentions,
  markHasher,
  mentionResolver,
  type Proof,
  type ReviewToProve,
} from "../review/mod.ts";
import {
  evidenceSalt,
  type NewVerification,
  readEvidence,
  readEvidenceSalt,
  readJobRecords,
  readMarks,
  readUnverified,
  type Store,
  saveVerifications,
  type UnverifiedReview,
} from "../store/mod.ts";
import { businessOf } from "./business_of.ts";
import type { Job, JobList } from "./read_jobs.ts";

/** Settings for matching reviews against a job list; `now` is in epoch milliseconds. */
export interface VerifyOptions {
  /** How many days after the job a review may be written that is proved by name. */
  readonly days: number;
  /** Whether only to look, and to save nothing. */
  readonly isDry: boolean;
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
}

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

/** Only proofs are saved, and nothing in a dry run. Doing it twice changes nothing the second time. */
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
    revision: options.isDry ? null : await saveProofs(store, desk, proofs, list),
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
  const judged = judge(desk, doubtful, list?.jobs ?? [], options);
  const proofs = judged.filter((each) => each.kind === "proof");
  const proved = new Set(proofs.map(({ review }) => review.id));
  const unproved = doubtful.map(({ id }) => id).filter((id) => !proved.has(id));
  if (options.isDry) return { proofs, unproved, revision: null };
  const demoted = unproved.map(
    (id): NewVerification => ({ id, method: "none", strength: null, date: null, evidence: null }),
  );
  const verifications = [...proofs.map((proof) => verificationBy(desk, proof, list)), ...demoted];
  return { proofs, unproved, revision: (await saveVerifications(store, verifications)).revision };
}

/** A near miss that the owner has looked at: this review is of the job in this row. */
export interface Confirmation {
  readonly id: string;
  readonly row: number;
}

/** Result of {@link confirmNearMisses}. */
export type Confirmed =
  | { readonly kind: "confirmed"; readonly changed: readonly string[]; readonly revision: number | null }
  /** Nothing was changed. */
  | { readonly kind: "unknown_review"; readonly ids: readonly string[] }
  | { readonly kind: "unknown_row"; readonly rows: readonly number[] };

/** Publishes near misses as attested by the owner, one by one; all or nothing. */
export async function confirmNearMisses(
  store: Store,
  list: JobList,
  confirmations: readonly Confirmation[],
  options: VerifyOptions & { readonly by: string | undefined },
): Promise<Confirmed> {
  const desk = await openDesk(store, options);
  const jobs = new Map(list.jobs.map((job) => [job.row, job]));
  const rows = confirmations.map(({ row }) => row).filter((row) => !jobs.has(row));
  if (rows.length > 0) return { kind: "unknown_row", rows };
  const verifications = confirmations.flatMap(({ id, row }): NewVerification[] => {
    const job = jobs.get(row);
    if (job === undefined) return [];
    const evidence = desk.evidenceOf(job);
    return [{ id, method: "operator_attested", strength: null, date: desk.today, evidence, by: options.by }];
  });
  const { changed, unknown, revision } = await saveVerifications(store, verifications);
  return unknown.length > 0 ? { kind: "unknown_review", ids: unknown } : { kind: "confirmed", changed, revision };
}

/** What judging needs of the store. */
interface Desk {
  readonly business: Business;
  readonly resolve: MentionResolver;
  readonly today: string;
  readonly hash: MarkHasher;
  /** One job, one hash: without the key nobody can test a name against it. */
  readonly evidenceOf: (job: Job) => string;
}

async function openDesk(store: Store, { now, isDry, randomBytes }: VerifyOptions): Promise<Desk> {
  const business = await businessOf(store);
  const salt = isDry ? await salted(store, randomBytes) : await evidenceSalt(store, randomBytes);
  return {
    business,
    resolve: mentionResolver(business),
    today: calendarDateAt(now, business.time_zone),
    hash: markHasher(Uint8Array.fromHex(salt)),
    evidenceOf: ({ date, customer, service, technician }) => {
      const words = [date, customer, service, technician].map((word) => word?.toLowerCase().replace(/\s+/g, " ") ?? "");
      return createHmac("sha256", salt).update(words.join("\0")).digest("hex");
    },
  };
}

/** A look must not make a key that is kept. */
async function salted(store: Store, randomBytes: VerifyOptions["randomBytes"]): Promise<string> {
  return (await readEvidenceSalt(store)) ?? randomBytes(32).toHex();
}

function judge(
  desk: Desk,
  reviews: readonly UnverifiedReview[],
  jobs: readonly Job[],
  { days }: VerifyOptions,
): Proof[] {
  const analyst = analystFor(desk.business);
  const toProve = reviews.map((review): ReviewToProve => {
    const isFresh = review.analysisKey !== null && analyst.isCurrent(review.analysisKey) && review.analysis !== null;
    const { mentions } = analyst.findings(isFresh ? (review.analysis ?? "") : analyst.analyze(review));
    return { ...review, marks: readMarks(review.marks), mentions: desk.resolve(review.givenMentions ?? mentions) };
  });
  return judgeProofs(
    toProve,
    jobs.map((job) => finishedJob(job, desk)),
    { days },
  );
}

function finishedJob(job: Job, { hash, resolve }: Desk): FinishedJob {
  const { row, date, customer, service, technician, invoice, email, telephone } = job;
  const marks: Partial<Record<MarkKind, string>> = {};
  for (const [kind, value] of Object.entries({ invoice, email, telephone, name: customer }) as [
    MarkKind,
    string | null,
  ][]) {
    const mark = value === null ? null : hash(kind, value);
    if (mark !== null) marks[kind] = mark;
  }
  return { row, date, customer, marks: marks as Marks, mentions: resolve(mentionsOf(service, technician)) };
}

function mentionsOf(service: string | null, technician: string | null): Mentions {
  const list = (cell: string | null) => cell?.split(/[|;,/&]/).flatMap((name) => name.trim() || []) ?? [];
  return { technicians: list(technician), services: list(service), service_areas: [] };
}

async function saveProofs(
  store: Store,
  desk: Desk,
  proofs: readonly JobProof[],
  list: JobList,
): Promise<number | null> {
  const verifications = proofs.map((proof) => verificationBy(desk, proof, list));
  return (await saveVerifications(store, verifications)).revision;
}

function verificationBy(desk: Desk, { review, job, strength }: JobProof, list: JobList | null): NewVerification {
  const listed = list?.jobs.find(({ row }) => row === job.row);
  if (listed === undefined) throw new GoodwordError("internal", `The list has no row ${job.row}`);
  return { id: review.id, method: "job_record", strength, date: desk.today, evidence: desk.evidenceOf(listed) };
}
