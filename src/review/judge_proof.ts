/** Decides which finished job proves that an author was a customer: by invoice or contact, or by full name and date. A shortened name is a near miss. */

import { createHmac } from "node:crypto";
import { daysBetween } from "./calendar.ts";
import type { JobStrength, StoredReview } from "./field_sets.ts";
import { compareNames, nameParts, nameWords } from "./names.ts";
import type { Mentions } from "./review.ts";
import { toNormalForm } from "./text.ts";

export type Proof =
  | {
      readonly kind: "proof";
      readonly review: ReviewToProve;
      readonly job: FinishedJob;
      readonly strength: JobStrength;
    }
  | { readonly kind: "near_miss"; readonly review: ReviewToProve; readonly job: FinishedJob; readonly doubt: Doubt };

export type Doubt =
  | { readonly kind: "shortened_name" }
  | { readonly kind: "too_early" | "too_late"; readonly days: number }
  /** The date of the review is known to the week, month or year only: it may be before the job or long after it. */
  | { readonly kind: "inexact_date"; readonly precision: string }
  | { readonly kind: "several_customers"; readonly count: number }
  | { readonly kind: "other_technician" | "other_service"; readonly names: readonly string[] }
  | { readonly kind: "job_taken"; readonly by: string };

interface GivenVerification extends Pick<StoredReview, "verificationMethod"> {
  readonly isProved: boolean;
}

/** Whether a file claims a verification that only this program can make, by comparison with jobs or by its own link. */
export function isClaim({ verificationMethod, isProved }: GivenVerification): boolean {
  return !isProved && (verificationMethod === "job_record" || verificationMethod === "invitation");
}

interface ProofOptions {
  readonly days?: number;
  readonly isRuledOut?: IsRuledOut | undefined;
}

type IsRuledOut = (reviewId: string, row: number) => boolean;

/** A review may be dated this many days before its job, since sites and firms use different time zones. */
const DAYS_BEFORE = 1;
const NEAR_MISS_DAYS = 3 * 365;

/** A job proves the review that was written soonest after it, with all its copies, which have at most one near miss. */
export function judgeProofs(
  reviews: readonly ReviewToProve[],
  jobs: readonly FinishedJob[],
  { days = 90, isRuledOut = () => false }: ProofOptions = {},
): Proof[] {
  const index = new JobIndex(jobs, isRuledOut);
  const judged = reviews.flatMap((review) => judge(review, index, days) ?? []);
  const proved = missingFreeJobs(withOneReviewPerJob(judged), index, days);
  return withOneMissPerReview(proved, new Set(reviews.map(({ id }) => id)));
}

function missingFreeJobs(judged: readonly Proof[], index: JobIndex, days: number): Proof[] {
  const taken = new Set(judged.flatMap(({ kind, job }) => (kind === "proof" ? [job] : [])));
  const isTaken = (each: Proof) => each.kind === "near_miss" && each.doubt.kind !== "job_taken" && taken.has(each.job);
  if (!judged.some(isTaken)) return [...judged];
  const free = index.without(taken);
  return judged.flatMap((each) => (isTaken(each) ? (nearMissByName(each.review, free, days) ?? []) : each));
}

function judge(review: ReviewToProve, index: JobIndex, days: number): Proof | null {
  return (
    byMark(review, index.withMark("invoice", review), "invoice") ??
    byMark(review, [...index.withMark("email", review), ...index.withMark("telephone", review)], "contact") ??
    byWholeName(review, index, days) ??
    nearMissByName(review, index, days)
  );
}

/** An invoice or contact alone proves a review for the last job before it. A job after the review alone is a near miss. */
function byMark(review: ReviewToProve, jobs: readonly FinishedJob[], strength: JobStrength): Proof | null {
  const before = jobs.filter((job) => daysAfter(review, job) + daysUnknown(review) >= -DAYS_BEFORE);
  const job = nearest(review, before);
  if (job !== undefined) return { kind: "proof", review, job, strength };
  const later = nearest(review, jobs);
  return later === undefined ? null : nearMiss(review, later, { kind: "too_early", days: -daysAfter(review, later) });
}

function byWholeName(review: ReviewToProve, index: JobIndex, days: number): Proof | null {
  const named = index.withMark("name", review);
  const inTime = named.filter((job) => isInTime(review, job, days));
  const job = nearest(review, inTime);
  if (job === undefined) return null;
  const customers = countCustomers(named);
  if (customers > 1) return nearMiss(review, job, { kind: "several_customers", count: customers });
  const fitting = inTime.filter((each) => contradiction(review, each) === null);
  const fittingJob = nearest(review, fitting);
  if (fittingJob !== undefined) return { kind: "proof", review, job: fittingJob, strength: "name_and_date" };
  return nearMiss(review, job, contradiction(review, job) ?? { kind: "shortened_name" });
}

/** Counts the customers of jobs with the same name: one, unless their e-mail addresses or telephone numbers differ. */
function countCustomers(jobs: readonly FinishedJob[]): number {
  const contacts = (["email", "telephone"] as const).map((kind) => jobs.flatMap(({ marks }) => marks[kind] ?? []));
  return Math.max(1, ...contacts.map((each) => new Set(each).size));
}

function nearMissByName(review: ReviewToProve, index: JobIndex, days: number): Proof | null {
  const named = index.withMark("name", review);
  const jobs = named.length > 0 ? named : index.alike(review);
  const job = nearest(
    review,
    jobs.filter((each) => isInTime(review, each, days)),
  );
  if (job !== undefined) return nearMiss(review, job, contradiction(review, job) ?? { kind: "shortened_name" });
  const other = nearest(review, jobs);
  if (other === undefined) return null;
  const after = daysAfter(review, other);
  if (Math.abs(after) > NEAR_MISS_DAYS) return null;
  if (review.datePrecision !== null && mayBeInTime(review, other, days)) {
    return nearMiss(review, other, { kind: "inexact_date", precision: review.datePrecision });
  }
  return nearMiss(review, other, after < 0 ? { kind: "too_early", days: -after } : { kind: "too_late", days: after });
}

function nearMiss(review: ReviewToProve, job: FinishedJob, doubt: Doubt): Proof {
  return { kind: "near_miss", review, job, doubt };
}

/** The doubt about a job if the review names only technicians, or only services, that differ from the job's. */
function contradiction({ mentions }: ReviewToProve, job: FinishedJob): Doubt | null {
  const { technicians, services } = job.mentions;
  if (differ(mentions.technicians, technicians)) return { kind: "other_technician", names: technicians };
  if (differ(mentions.services, services)) return { kind: "other_service", names: services };
  return null;
}

function differ(mentioned: readonly string[], done: readonly string[]): boolean {
  return mentioned.length > 0 && done.length > 0 && !mentioned.some((name) => done.includes(name));
}

function withOneReviewPerJob(judged: readonly Proof[]): Proof[] {
  const soonest = [...judged].sort((one, other) => daysAfter(one.review, one.job) - daysAfter(other.review, other.job));
  const taken = new Map<FinishedJob, ReviewToProve>();
  for (const { kind, job, review } of soonest) if (kind === "proof" && !taken.has(job)) taken.set(job, review);
  return judged.map((proof) => {
    const by = taken.get(proof.job);
    if (proof.kind === "near_miss" || by === undefined || countedId(by) === countedId(proof.review)) return proof;
    return nearMiss(proof.review, proof.job, { kind: "job_taken", by: by.id });
  });
}

/** Keeps one near miss per review, and none for a published review, whose id is not among the `waiting` ones. */
function withOneMissPerReview(judged: readonly Proof[], waiting: ReadonlySet<string>): Proof[] {
  const proved = new Set(judged.flatMap(({ kind, review }) => (kind === "proof" ? [countedId(review)] : [])));
  const missed = new Map<string, Proof>();
  for (const proof of judged) {
    const id = countedId(proof.review);
    if (proof.review.id === id || !missed.has(id)) missed.set(id, proof);
  }
  return judged.filter((proof) => {
    if (proof.kind === "proof") return true;
    const id = countedId(proof.review);
    return waiting.has(id) && !proved.has(id) && missed.get(id) === proof;
  });
}

function countedId({ id, copyOf }: ReviewToProve): string {
  return copyOf ?? id;
}

function isInTime(review: ReviewToProve, job: FinishedJob, days: number): boolean {
  const after = daysAfter(review, job);
  const unknown = daysUnknown(review);
  return after - unknown >= -DAYS_BEFORE && after + unknown <= days;
}

/** Whether the review was written in time on one of its possible days. */
function mayBeInTime(review: ReviewToProve, job: FinishedJob, days: number): boolean {
  const after = daysAfter(review, job);
  const unknown = daysUnknown(review);
  return after + unknown >= -DAYS_BEFORE && after - unknown <= days;
}

const DAYS_OF = { day: 0, week: 7, month: 31, year: 366 } as const;

/** The uncertainty of a review's date in days, in both directions, as for "2 months ago" and "May 2026". */
function daysUnknown({ datePrecision }: ReviewToProve): number {
  return datePrecision === null ? 0 : DAYS_OF[datePrecision];
}

function daysAfter(review: ReviewToProve, job: FinishedJob): number {
  return daysBetween(job.date, review.date);
}

function nearest(review: ReviewToProve, jobs: readonly FinishedJob[]): FinishedJob | undefined {
  const apart = (job: FinishedJob) => Math.abs(daysAfter(review, job));
  return [...jobs].sort((one, other) => apart(one) - apart(other) || one.row - other.row)[0];
}

class JobIndex {
  readonly #byMark: ReadonlyMap<string, readonly (readonly [mark: string, job: FinishedJob])[]>;
  readonly #byInitial: ReadonlyMap<string, readonly (readonly [FinishedJob, readonly string[]])[]>;

  constructor(
    private readonly jobs: readonly FinishedJob[],
    private readonly isRuledOut: IsRuledOut,
  ) {
    const marked = jobs.flatMap((job) =>
      Object.entries(job.marks).map(([kind, hash]) => [`${kind} ${hash}`, job] as const),
    );
    this.#byMark = Map.groupBy(marked, ([mark]) => mark);
    const named = jobs.map((job) => [job, nameWords(nameParts(job.customer).words.join(" "))] as const);
    this.#byInitial = Map.groupBy(named, ([, words]) => words[0]?.[0] ?? "");
  }

  without(taken: ReadonlySet<FinishedJob>): JobIndex {
    return new JobIndex(
      this.jobs.filter((job) => !taken.has(job)),
      this.isRuledOut,
    );
  }

  withMark(kind: ContactKind, review: ReviewToProve): readonly FinishedJob[] {
    const hash = review.marks[kind];
    const marked = hash === undefined ? [] : (this.#byMark.get(`${kind} ${hash}`) ?? []);
    return marked.flatMap(([, job]) => (this.#isExcluded(review, job) ? [] : [job]));
  }

  #isExcluded(review: ReviewToProve, { row }: FinishedJob): boolean {
    return this.isRuledOut(countedId(review), row);
  }

  alike(review: ReviewToProve): readonly FinishedJob[] {
    const { authorName, isAnonymous, marks } = review;
    // If the full name is known, the search by its hash was conclusive.
    if (isAnonymous || marks.name !== undefined) return [];
    const words = nameWords(authorName);
    const shown = { nameWords: words, wholeNameHash: null };
    return (this.#byInitial.get(words[0]?.[0] ?? "") ?? []).flatMap(([job, jobWords]) =>
      compareNames(shown, { nameWords: jobWords, wholeNameHash: null }) === "compatible" &&
      !this.#isExcluded(review, job)
        ? [job]
        : [],
    );
  }
}

export interface ReviewToProve
  extends Pick<StoredReview, "id" | "date" | "datePrecision" | "authorName" | "isAnonymous" | "copyOf"> {
  readonly marks: ContactHashes;
  readonly mentions: Mentions;
}

export interface FinishedJob {
  readonly row: number;
  readonly date: string;
  readonly customer: string;
  readonly marks: ContactHashes;
  readonly mentions: Mentions;
}

// Contact data of reviewers are stored as keyed hashes, so that they can be compared with a later list of jobs but not read.

/** The data by which a customer can be recognised; `name` is the full name. */
export const CONTACT_KINDS = ["invoice", "email", "telephone", "name"] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

export type ContactHashes = Readonly<Partial<Record<ContactKind, string>>>;

/** Hashes a value deterministically; null for a value that identifies no customer, such as a shortened name. */
export type ContactHasher = (kind: ContactKind, value: string) => string | null;

/** The hasher of one installation: HMAC-SHA-256, 64 hexadecimal digits, by a key of at least 32 random bytes. */
export function contactHasher(key: Uint8Array): ContactHasher {
  return (kind, value) => {
    const folded = FOLDS[kind](value);
    return folded === null ? null : createHmac("sha256", key).update(`${kind}\0${folded}`).digest("hex");
  };
}

const FOLDS: Readonly<Record<ContactKind, (value: string) => string | null>> = {
  invoice: foldInvoice,
  email: foldEmail,
  telephone: foldTelephone,
  name: foldWholeName,
};

/** "Invoice #INV-00123" and "123" become the same number; null for fewer than three characters, which are no proof. */
export function foldInvoice(value: string): string | null {
  const plain = value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  const number = plain
    .replace(/^(?:INVOICE|INV|RECHNUNG|RE|FACTURE|FACTURA|JOB|ORDER|NO|NR)+(?=\d)/, "")
    .replace(/^0+/, "");
  return number.length >= 3 ? number : null;
}

function foldEmail(value: string): string | null {
  const parts = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(value.trim().toLowerCase());
  if (parts === null) return null;
  const [, local = "", domain = ""] = parts;
  const box = local.replace(/\+.*$/, "");
  return /^(?:gmail|googlemail)\.com$/.test(domain) ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${domain}`;
}

/** The last nine digits, which are the same in "+44 20 7946 0958", "020 7946 0958" and "(0)20 7946 0958". */
function foldTelephone(value: string): string | null {
  const digits = value.replace(/\b(?:ext|x)\.?\s*\d+\s*$/i, "").replace(/\D/g, "");
  return digits.length >= 9 && digits.length <= 15 ? digits.slice(-9) : null;
}

/** "Doe, Jane" and "Dr. Jane Doe" become the same name. Null for "Jane D.", "J. Doe" and "Jane". */
export function foldWholeName(value: string): string | null {
  const parts = nameParts(value.trim()).words;
  // A fast path for "Jane D.", the form of most names.
  if (INITIAL.test(parts.at(-1) ?? "")) return null;
  const words = parts.map(foldNameWord).filter((word) => word !== "");
  if (words.length < 2 || words.length > 6) return null;
  return [words[0], words.at(-1)].every((word) => word !== undefined && word.length >= 2) ? words.join(" ") : null;
}

const INITIAL = /^[A-Za-z]\.?$/;
const PLAIN = /^[A-Za-z]+$/;

/** Hashes of the result are stored, so it must never change. */
function foldNameWord(word: string): string {
  if (PLAIN.test(word)) return word.toLowerCase();
  return toNormalForm(word, "NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}
