/** Matches reviews with the jobs on the list, saves the proofs, and lets the owner confirm near misses one by one. */

import { createHmac } from "node:crypto";
import { servicesNamedIn } from "../insights/mod.ts";
import type { Job, JobDraft } from "../invitations/mod.ts";
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
} from "../review/mod.ts";
import {
  evidenceSalt,
  findReviews,
  type ReviewReads,
  readContactHashes,
  readEvidenceSalt,
  type Store,
  type StoredReview,
  type UnverifiedReview,
} from "../store/mod.ts";
import { requireBusiness } from "./business.ts";
import { type NewVerification, saveVerifications } from "./save_verifications.ts";

export type VerifiedByJobs = Awaited<ReturnType<typeof verifyByJobs>>;

/** Only proofs are saved, and nothing in a dry run. A second call changes nothing. */
export async function verifyByJobs(store: Store, jobs: readonly JobDraft[], options: VerifyOptions & MatchOptions) {
  const matcher = await openJobMatcher(store, options);
  const proved = await readEvidence(store);
  const [waiting, attested] = await store.reviews.read(async (reads) => [
    await reads.unverified(),
    options.isWaitingOnly === true ? [] : await reads.attested(),
  ]);
  const listed = jobs.map((draft, row) => ({ row, draft, evidence: matcher.evidenceOf(draft) }));
  const { used = [], free = [] } = Object.groupBy(listed, ({ evidence }) => (proved.has(evidence) ? "used" : "free"));
  const judged = matchJobs(matcher, [...waiting, ...attested], free, options);
  const proofs = judged.filter((each) => each.kind === "proof");
  const verifications = proofs.map(({ review: { id }, job: { row }, strength }): NewVerification => {
    return { id, method: "job_record", strength, date: matcher.today, evidence: listed[row]?.evidence ?? null };
  });
  return {
    proofs,
    verifying: new Set([...used, ...proofs.map(({ job }) => job)].map(({ row }) => row)),
    nearMisses: judged.filter((each) => each.kind === "near_miss"),
    waiting: waiting.length,
    revision: options.isDry ? null : (await saveVerifications(store, verifications)).revision,
  };
}

/** Evidence already used for a review: one job proves one review. */
export function readEvidence({ reviews }: Store): Promise<ReadonlySet<string>> {
  return reviews.read((reads) => reads.evidence());
}

/** Within how many days after a job a review proved by name was written. */
export const PROOF_DAYS = 90;

export type KeptNearMiss = Awaited<ReturnType<typeof matchKeptJobs>>["nearMisses"][number];

/** Proofs are saved unless `isDry`; near misses never are. @throws {GoodwordError} `not_found` before the first import */
export async function matchKeptJobs(
  store: Store,
  { days = PROOF_DAYS, ...options }: VerifyOptions & { readonly days?: number },
) {
  const all = await store.jobs.read((reads) => reads.list());
  const kept = all.flatMap(({ job }) => (job.customerName === null || job.isCancelled ? [] : [job]));
  const ruledOut = await store.reviews.read(readRuledOut);
  const { proofs, nearMisses, waiting, revision } = await verifyByJobs(store, kept, {
    ...options,
    days,
    isRuledOut: (id, row) => ruledOut.some(([review, job]) => review === id && job === kept[row]?.id),
  });
  const ids = nearMisses.map(({ review }) => review.id);
  const reviews = new Map((await findReviews(store, ids)).map((review) => [review.id, review]));
  const shown = nearMisses.flatMap(({ review: { id }, job: { row }, doubt }) => {
    const review = reviews.get(id);
    const job = kept[row];
    return review === undefined || job === undefined ? [] : [{ review, job, doubt }];
  });
  return { nearMisses: shown, proved: proofs.length, waiting, revision };
}

/** The reviews that a job verifies or may verify, and all jobs: customers of cancelled ones may complain, too. */
export async function readPossibleJobs(
  store: Store,
  reviews: readonly StoredReview[],
  now: number,
): Promise<{ readonly matched: Set<string>; readonly jobs: readonly Job[] }> {
  const matcher = await openJobMatcher(store, { now, isDry: true });
  const ruledOut = await store.reviews.read(readRuledOut);
  const jobs = (await store.jobs.read((reads) => reads.list())).map(({ job }) => job);
  const named = jobs.flatMap((draft, row) => (draft.customerName === null ? [] : [{ row, draft }]));
  const isRuledOut = (id: string, row: number) =>
    ruledOut.some(([review, job]) => review === id && job === jobs[row]?.id);
  const judged = matchJobs(matcher, reviews, named, { days: PROOF_DAYS, isRuledOut });
  const fitting = judged.filter((each) => each.kind === "proof" || !/^too_/.test(each.doubt.kind));
  const verified = reviews.filter(
    ({ verificationMethod: method, evidence }) =>
      evidence !== null || method === "job_record" || method === "invitation",
  );
  return { matched: new Set([...fitting.map(({ review }) => review.id), ...verified.map(({ id }) => id)]), jobs };
}

/** How many jobs these are: visits of a customer with the same reference are one. */
export function countJobs(drafts: readonly DatedLater[]): number {
  return new Set(drafts.map(keyOfJob)).size;
}

type DatedLater = Omit<JobDraft, "finished"> & { readonly finished: string | null };

/** What jobs of several visits share: reference and customer; without a reference, all that tells jobs apart. */
export function keyOfJob(draft: DatedLater): string {
  const { reference, finished, customerName, service, technician } = draft;
  if (reference !== null) return JSON.stringify([foldInvoice(reference) ?? reference, customerName]);
  return JSON.stringify([finished, customerName, service, technician]);
}

type RuledOut = readonly [reviewId: string, jobId: string];

export async function readRuledOut({ setting }: Pick<ReviewReads, "setting">): Promise<readonly RuledOut[]> {
  return JSON.parse((await setting("ruled_out_matches")) ?? "[]");
}

export function judgeOne(matcher: JobMatcher, review: StoredReview, job: Job): boolean {
  return matchJobs(matcher, [review], [{ row: 0, draft: job }], { days: PROOF_DAYS }).length > 0;
}

/** Whether a dry run saves nothing; otherwise the first evidence needs random bytes, for a salt that is kept. */
type Saving =
  | { readonly isDry: true; readonly randomBytes?: undefined }
  | { readonly isDry: boolean; readonly randomBytes: (count: number) => Uint8Array };

type VerifyOptions = Saving & {
  readonly now: number;
  /** Whether to leave out the reviews that the owner vouched for, which may be nearly all. */
  readonly isWaitingOnly?: boolean;
};

interface MatchOptions {
  /** How many days after the job a review may be written that is proved by name. */
  readonly days: number;
  readonly isRuledOut?: (reviewId: string, row: number) => boolean;
}

interface JobMatcher {
  readonly business: Business;
  readonly resolve: MentionResolver;
  readonly today: string;
  readonly hash: ContactHasher;
  /** One job, one hash: without the key nobody can test a name against it. */
  readonly evidenceOf: (job: JobDraft) => string;
}

/** @throws {GoodwordError} `not_found` before the first import */
export async function openJobMatcher(store: Store, { now, ...saving }: VerifyOptions): Promise<JobMatcher> {
  const business = await requireBusiness(store);
  const salt = await saltFor(store, saving);
  return {
    business,
    resolve: mentionResolver(business),
    today: calendarDateAt(now, business.time_zone),
    hash: contactHasher(Uint8Array.fromHex(salt)),
    evidenceOf: ({ finished, customerName, service, technician }) => {
      const folded = (word: string | null) => word?.toLowerCase().replace(/\s+/g, " ") ?? "";
      const words = [finished, customerName, service, technician].map(folded);
      return createHmac("sha256", salt).update(words.join("\0")).digest("hex");
    },
  };
}

/** The salt of evidence. A dry run makes none, and without one there is no evidence that a job could be compared with. */
export async function saltFor(store: Store, { isDry, randomBytes }: Saving): Promise<string> {
  if (!isDry) return evidenceSalt(store, randomBytes);
  return (await readEvidenceSalt(store)) ?? NO_SALT;
}

const NO_SALT = "00".repeat(32);

function matchJobs(
  matcher: JobMatcher,
  reviews: readonly UnverifiedReview[],
  jobs: readonly PlacedJob[],
  { days, isRuledOut }: MatchOptions,
): Proof[] {
  const analyst = analystFor(matcher.business);
  const toProve = reviews.map((review): ReviewToProve => {
    const isFresh = review.analysisKey !== null && analyst.isCurrent(review.analysisKey) && review.analysis !== null;
    const { mentions } = analyst.findings(isFresh ? (review.analysis ?? "") : analyst.analyze(review));
    return {
      ...review,
      marks: readContactHashes(review.marks),
      mentions: matcher.resolve(review.givenMentions ?? mentions),
    };
  });
  const finished = jobs.map((job) => finishedJob(job, matcher));
  return judgeProofs(toProve, finished, { days, isRuledOut });
}

interface PlacedJob {
  readonly row: number;
  readonly draft: JobDraft;
}

export function finishedJob(
  { row, draft }: PlacedJob,
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
  return (
    cell
      ?.split(/[|;,/&]/)
      .map((name) => name.trim())
      .filter((name) => name !== "") ?? []
  );
}
