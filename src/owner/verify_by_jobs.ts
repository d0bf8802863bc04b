/**
 * Matches reviews with a list of finished jobs, saves what is proved, and lets the owner confirm near misses one by
 * one.
 */

import { createHmac } from "node:crypto";
import { GoodwordError } from "../errors.ts";
import { servicesNamedIn } from "../insights/mod.ts";
import type { JobDraft } from "../invitations/mod.ts";
import { analystFor } from "../publication/publishing/mod.ts";
import {
  type Business,
  type ContactHasher,
  type ContactHashes,
  type ContactKind,
  calendarDateAt,
  contactHasher,
  type FinishedJob,
  foldInvoice,
  judgeProofs,
  type MentionResolver,
  mentionResolver,
  type Proof,
  type ReviewToProve,
  type VerificationMethod,
} from "../review/mod.ts";
import {
  evidenceSalt,
  findReviews,
  readEvidenceSalt,
  readMarks,
  readRemoval,
  type Store,
  type StoredReview,
  type UnverifiedReview,
} from "../store/mod.ts";
import { requireBusiness } from "./business.ts";
import type { GivenJob, ProvingJobs } from "./read_jobs.ts";
import { type NewVerification, saveVerifications } from "./save_verifications.ts";

/** A review and the job that proves it. */
export type JobProof = Extract<Proof, { kind: "proof" }>;
/** A review and a job that may belong together, with the reason for doubt. */
export type NearMiss = Extract<Proof, { kind: "near_miss" }>;

/** Result of {@link verifyByJobs}. */
export interface VerifiedByJobs {
  readonly proofs: readonly JobProof[];
  /** For a person to decide. */
  readonly nearMisses: readonly NearMiss[];
  /** Rows of jobs that verify a review, now or since an earlier call. */
  readonly verifying: ReadonlySet<number>;
  /** How many reviews were waiting for verification. */
  readonly waiting: number;
  /** Null when nothing was changed. */
  readonly revision: number | null;
}

/**
 * Matches reviews that nothing, or the business alone, speaks for with finished jobs. Only proofs are saved, and nothing in a
 * dry run. Doing it twice changes nothing the second time.
 */
export async function verifyByJobs(store: Store, list: ProvingJobs, options: VerifyOptions): Promise<VerifiedByJobs> {
  const matcher = await openJobMatcher(store, options);
  const proved = await readEvidence(store);
  const [waiting, attested] = await store.reviews.read(async (reads) => [
    await reads.unverified(),
    options.isWaitingOnly === true ? [] : await reads.attested(),
  ]);
  const { used = [], free = [] } = Object.groupBy(list.jobs, (job) =>
    proved.has(matcher.evidenceOf(job)) ? "used" : "free",
  );
  const judged = matchJobs(matcher, [...waiting, ...attested], free, options);
  const proofs = judged.filter((each) => each.kind === "proof");
  return {
    proofs,
    verifying: new Set([...used, ...proofs.map(({ job }) => job)].map(({ row }) => row)),
    nearMisses: judged.filter((each) => each.kind === "near_miss"),
    waiting: waiting.length,
    revision: options.isDry
      ? null
      : (await saveVerifications(store, verificationsBy(matcher, proofs, list.jobs))).revision,
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
  list: ProvingJobs | null,
  options: VerifyOptions,
): Promise<Rechecked> {
  const matcher = await openJobMatcher(store, options);
  const doubtful = await store.reviews.read((reads) => reads.jobRecordsWithoutStrength());
  const proving = await evidenceOfOthers(store, doubtful);
  const jobs = (list?.jobs ?? []).filter((job) => !proving.has(matcher.evidenceOf(job)));
  const judged = matchJobs(matcher, doubtful, jobs, options);
  const proofs = judged.filter((each) => each.kind === "proof");
  const proved = new Set(proofs.map(({ review }) => review.id));
  const unproved = doubtful.map(({ id }) => id).filter((id) => !proved.has(id));
  if (options.isDry) return { proofs, unproved, revision: null };
  const demoted = unproved.map(
    (id): NewVerification => ({ id, method: "none", strength: null, date: null, evidence: null }),
  );
  const verifications = [...verificationsBy(matcher, proofs, jobs), ...demoted];
  return { proofs, unproved, revision: (await saveVerifications(store, verifications)).revision };
}

/** Evidence already used for a review: one job proves one review. */
function readEvidence({ reviews }: Store): Promise<ReadonlySet<string>> {
  return reviews.read((reads) => reads.evidence());
}

/** Jobs that prove other reviews prove none of these. */
async function evidenceOfOthers(store: Store, doubtful: readonly UnverifiedReview[]): Promise<ReadonlySet<string>> {
  const own = new Set(doubtful.map(({ evidence }) => evidence));
  return new Set([...(await readEvidence(store))].filter((evidence) => !own.has(evidence)));
}

/** The verification of each review that a job of the list proves. */
function verificationsBy(
  matcher: JobMatcher,
  proofs: readonly JobProof[],
  jobs: readonly GivenJob[],
): NewVerification[] {
  const byRow = new Map(jobs.map((job) => [job.row, job]));
  return proofs.map(({ review: { id }, job: { row }, strength }) => {
    const job = byRow.get(row);
    if (job === undefined) throw new GoodwordError("internal", `The list has no row ${row}`);
    return { id, method: "job_record", strength, date: matcher.today, evidence: matcher.evidenceOf(job) };
  });
}

/** A near miss that the owner has looked at: this review is of the job in this row. */
export interface Confirmation {
  readonly id: string;
  readonly row: number;
}

/** Why a confirmation cannot be right. */
export type Objection = Confirmation &
  (
    | { readonly kind: "verified"; readonly method: VerificationMethod }
    /** The job stands for another review: one of those confirmed here, or one that is kept. */
    | { readonly kind: "job_taken" }
    /** Nothing in name, contact or invoice says that they belong together. */
    | { readonly kind: "no_near_miss"; readonly customer: string }
  );

/** Result of {@link confirmNearMisses}. */
export type Confirmed =
  | { readonly kind: "confirmed"; readonly changed: readonly string[]; readonly revision: number | null }
  /** Nothing was changed. */
  | { readonly kind: "unknown_review"; readonly ids: readonly string[] }
  | { readonly kind: "removed_review"; readonly id: string; readonly removedAt: number }
  | { readonly kind: "unknown_row"; readonly rows: readonly number[] }
  /** The job proves nothing: `job` is its row, or its id where it is kept. */
  | { readonly kind: "not_done"; readonly job: number | string; readonly why: "cancelled" | "not_finished" | "unread" }
  /** The review is not as it was when its form was made. */
  | { readonly kind: "changed" }
  | { readonly kind: "refused"; readonly objections: readonly Objection[] };

/** Publishes near misses as attested by the owner; all or nothing. Calling it twice changes nothing. */
export async function confirmNearMisses(
  store: Store,
  list: ProvingJobs,
  confirmations: readonly Confirmation[],
  options: VerifyOptions & { readonly by: string | undefined; readonly expected?: string | undefined },
): Promise<Confirmed> {
  const { expected } = options;
  const jobs = new Map(list.jobs.map((job) => [job.row, job]));
  const rows = confirmations.map(({ row }) => row).filter((row) => !jobs.has(row));
  for (const row of rows) {
    const why = list.passedOver.includes(row) ? "unread" : list.notDone.find((each) => each.row === row)?.state;
    if (why !== undefined) return { kind: "not_done", job: row, why };
  }
  if (rows.length > 0) return { kind: "unknown_row", rows };
  const ids = confirmations.map(({ id }) => id);
  const reviews = new Map((await findReviews(store, ids)).map((review) => [review.id, review]));
  const missing = ids.filter((id) => !reviews.has(id));
  if (missing.length > 0) return missingReview(store, missing);
  const matcher = await openJobMatcher(store, options);
  const pairs = confirmations.flatMap(({ id, row }): Pair[] => {
    const [review, job] = [reviews.get(id), jobs.get(row)];
    return review === undefined || job === undefined ? [] : [{ review, job, evidence: matcher.evidenceOf(job) }];
  });
  const objections = findObjections({ matcher, pairs, used: await readEvidence(store), options });
  if (objections.length > 0) return { kind: "refused", objections };
  const verifications = pairs.map(({ review: { id }, evidence }): NewVerification => {
    return { id, method: "operator_attested", strength: null, date: matcher.today, evidence, by: options.by, expected };
  });
  const { changed, unknown, isOvertaken, revision } = await saveVerifications(store, verifications);
  if (isOvertaken) return { kind: "changed" };
  return unknown.length > 0 ? missingReview(store, unknown) : { kind: "confirmed", changed, revision };
}

interface Pair {
  readonly review: StoredReview;
  readonly job: GivenJob;
  readonly evidence: string;
}

async function missingReview(store: Store, ids: readonly string[]): Promise<Confirmed> {
  for (const id of ids) {
    const removal = await readRemoval(store, id);
    if (removal !== undefined) return { kind: "removed_review", id, removedAt: removal.removedAt };
  }
  return { kind: "unknown_review", ids };
}

interface Look {
  readonly matcher: JobMatcher;
  readonly pairs: readonly Pair[];
  /** Evidence of all kept reviews. */
  readonly used: ReadonlySet<string>;
  readonly options: VerifyOptions;
}

function findObjections({ matcher, pairs, used, options }: Look): Objection[] {
  return pairs.flatMap(({ review, job, evidence }, at): Objection[] => {
    const { id, verificationMethod: method } = review;
    const confirmation = { id, row: job.row };
    if (method !== "none" && method !== "operator_attested") return [{ ...confirmation, kind: "verified", method }];
    const isGivenTwice = pairs.some((other, place) => place !== at && other.evidence === evidence);
    if (isGivenTwice || (used.has(evidence) && review.evidence !== evidence)) {
      return [{ ...confirmation, kind: "job_taken" }];
    }
    // By itself, since the owner may know the customer from a copy.
    if (matchJobs(matcher, [{ ...review, copyOf: null }], [job], options).length > 0) return [];
    return [{ ...confirmation, kind: "no_near_miss", customer: job.draft.customerName ?? "" }];
  });
}

/** How many jobs these are: visits of a customer with the same reference are one. */
export function countJobs(
  drafts: readonly (Omit<JobDraft, "finished"> & { readonly finished: string | null })[],
): number {
  return new Set(drafts.map(keyOfJob)).size;
}

/** What jobs of several visits share: reference and customer; without a reference, all that tells jobs apart. */
export function keyOfJob(draft: Omit<JobDraft, "finished"> & { readonly finished: string | null }): string {
  const { reference, finished, customerName, service, technician } = draft;
  if (reference !== null) return JSON.stringify([foldInvoice(reference) ?? reference, customerName]);
  return JSON.stringify([finished, customerName, service, technician]);
}

/** Settings for matching reviews against a job list; `now` is in epoch milliseconds. */
export interface VerifyOptions {
  /** How many days after the job a review may be written that is proved by name. */
  readonly days: number;
  /** Whether only to look, and to save nothing. */
  readonly isDry: boolean;
  /** Whether to leave out the reviews that the owner vouched for, which may be nearly all. */
  readonly isWaitingOnly?: boolean;
  readonly now: number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Rows of the list that are ruled out for a review; none when left out. */
  readonly isRuledOut?: (reviewId: string, row: number) => boolean;
}

/** What judging needs of the store. */
interface JobMatcher {
  readonly business: Business;
  readonly resolve: MentionResolver;
  readonly today: string;
  readonly hash: ContactHasher;
  /** One job, one hash: without the key nobody can test a name against it. */
  readonly evidenceOf: (job: GivenJob) => string;
}

/** @throws {GoodwordError} `not_found` before the first import */
async function openJobMatcher(store: Store, { now, isDry, randomBytes }: VerifyOptions): Promise<JobMatcher> {
  const business = await requireBusiness(store);
  const salt = await saltFor(store, { isDry, randomBytes });
  return {
    business,
    resolve: mentionResolver(business),
    today: calendarDateAt(now, business.time_zone),
    hash: contactHasher(Uint8Array.fromHex(salt)),
    evidenceOf: ({ draft: { finished, customerName, service, technician } }) => {
      const folded = (word: string | null) => word?.toLowerCase().replace(/\s+/g, " ") ?? "";
      const words = [finished, customerName, service, technician].map(folded);
      return createHmac("sha256", salt).update(words.join("\0")).digest("hex");
    },
  };
}

/** The salt of evidence. A look must not make a key that is kept. */
export async function saltFor(
  store: Store,
  { isDry, randomBytes }: Pick<VerifyOptions, "isDry" | "randomBytes">,
): Promise<string> {
  if (!isDry) return evidenceSalt(store, randomBytes);
  return (await readEvidenceSalt(store)) ?? randomBytes(32).toHex();
}

/** Proofs and near misses among these reviews and jobs, in the order of the reviews. */
function matchJobs(
  matcher: JobMatcher,
  reviews: readonly UnverifiedReview[],
  jobs: readonly GivenJob[],
  { days, isRuledOut }: VerifyOptions,
): Proof[] {
  const analyst = analystFor(matcher.business);
  const toProve = reviews.map((review): ReviewToProve => {
    const isFresh = review.analysisKey !== null && analyst.isCurrent(review.analysisKey) && review.analysis !== null;
    const { mentions } = analyst.findings(isFresh ? (review.analysis ?? "") : analyst.analyze(review));
    return { ...review, marks: readMarks(review.marks), mentions: matcher.resolve(review.givenMentions ?? mentions) };
  });
  const finished = jobs.map((job) => finishedJob(job, matcher));
  return judgeProofs(toProve, finished, { days, isRuledOut });
}

/** A job of a list as proofs are judged by. */
export function finishedJob(
  { row, draft }: GivenJob,
  { business, hash, resolve }: Pick<JobMatcher, "business" | "hash" | "resolve">,
): FinishedJob {
  const { finished: date, service, technician, reference: invoice, email, telephone } = draft;
  const customer = draft.customerName ?? "";
  const known = Object.entries({ invoice, email, telephone, name: customer }) as [ContactKind, string | null][];
  const marks = known.flatMap(([kind, value]) => {
    const mark = value === null ? null : hash(kind, value);
    return mark === null ? [] : [[kind, mark]];
  });
  const { technicians } = resolve({ technicians: partsOf(technician), services: [], service_areas: [] });
  // What a job calls by words of its own, such as "Emergency call", contradicts no review.
  const mentions = { technicians, services: servicesOfJob(service ?? "", business, resolve), service_areas: [] };
  return { row, date, customer, marks: Object.fromEntries(marks) as ContactHashes, mentions };
}

/** Ids of the services of the catalog that a job's own words name: by id or name, else by keywords. */
export function servicesOfJob(line: string, business: Business, resolve = mentionResolver(business)): string[] {
  const { services } = resolve({ technicians: [], services: partsOf(line), service_areas: [] });
  const listed = services.filter((each) => business.services.some(({ id }) => id === each));
  return listed.length > 0 ? listed : servicesNamedIn(line, business, business.language);
}

function partsOf(cell: string | null): string[] {
  return cell?.split(/[|;,/&]/).flatMap((name) => name.trim() || []) ?? [];
}
