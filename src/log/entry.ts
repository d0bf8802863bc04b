/** An entry of the log: what happened to a review or a quarter, without a word of a review. */
import { createHash } from "node:crypto";
import type { PublishedReview } from "../review/field_sets.ts";
import type { Review } from "../review/review.ts";
import { readBase64 } from "./note.ts";

const REVIEW_ACTS = ["published", "changed", "withheld", "removed", "shown"] as const;
type ReviewAct = (typeof REVIEW_ACTS)[number];

/** What happened to a review. After `published`, `changed` and `shown` readers see it, after the others they do not. */
export interface ReviewEntry {
  readonly act: ReviewAct;
  readonly review: string;
  readonly rating: number;
  readonly date: string;
  readonly reason: string | null;
  /** Commits to its content from now on, see {@link commitmentTo}; null if it is no longer published. */
  readonly commitment: string | null;
}

/** Written by releases before 2.0: a hash of decisions to invite or not, which were sealed before anybody was asked. */
interface AskedEntry {
  readonly act: "asked";
  readonly commitment: string;
}

/** A quarter that is closed: its figures, and what opened the seals of earlier releases. A correction gives its reason. */
export interface QuarterEntry {
  readonly act: "quarter";
  readonly period: string;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly seals: readonly (readonly [size: number, root: string])[];
  readonly reason?: string;
}

/** The first entry of a log that takes the place of a lost one, whose last known checkpoint it names. */
interface SuccessorEntry {
  readonly act: "succeeded";
  readonly origin: string;
  readonly size: number;
  readonly root: string;
}

export type EntryContent = ReviewEntry | AskedEntry | QuarterEntry | SuccessorEntry;

/** Position of an entry, and its time in epoch milliseconds; never before the entry before it. */
interface EntryPlace {
  readonly n: number;
  readonly at: number;
}

export type Entry = EntryContent & EntryPlace;

/** The text of an entry, whose UTF-8 is what the log hashes. */
export function writeEntry(content: EntryContent, { n, at }: EntryPlace): string {
  const instant = new Date(at).toISOString().replace(/\.\d{3}Z$/, "Z");
  if (!isOfReview(content)) return canonicalJson({ ...content, n, at: instant, v: 1 });
  // A hundred thousand are written at once: the same text, without sorting.
  const { act, commitment, date, rating, reason, review } = content;
  return JSON.stringify({ act, at: instant, commitment, date, n, rating, reason, review, v: 1 });
}

export function isOfReview(content: EntryContent): content is ReviewEntry {
  return (REVIEW_ACTS as readonly string[]).includes(content.act);
}

/** Reads an entry as strictly as it is written: every other text, and one of a version to come, gives null. */
export function readEntry(text: string): Entry | null {
  try {
    const { v, n, at, ...content } = JSON.parse(text);
    const instant = Date.parse(at);
    if (v !== 1 || !Number.isSafeInteger(n) || n < 0 || !(content.act in MEMBERS)) return null;
    const { act, ...members } = content as { readonly act: EntryContent["act"] };
    const isMeant = Object.entries<Check>(MEMBERS[act]).every(([name, isRight]) => isRight(content[name]));
    const isAll = Object.keys(members).every((name) => name in MEMBERS[act]);
    const isSame = isMeant && isAll && writeEntry(content, { n, at: instant }) === text;
    return isSame ? { ...content, n, at: instant } : null;
  } catch {
    return null;
  }
}

export const FORM_FIELDS = [
  "aspectRatings",
  "authorName",
  "date",
  "datePrecision",
  "id",
  "isAnonymous",
  "provenance",
  "rating",
  "replyDate",
  "replyText",
  "source",
  "sourceUrl",
  "text",
  "title",
  "verificationDate",
  "verificationMethod",
  "verificationStrength",
] satisfies readonly (keyof PublishedReview)[];

type CommittedReview = Pick<PublishedReview, (typeof FORM_FIELDS)[number]>;

/** The committed content of a kept review as RFC 8785 JSON. It is written out, because it may never change. */
export function keptForm(review: CommittedReview): string {
  const { aspectRatings: rated, replyDate, replyText } = review;
  return JSON.stringify({
    aspect_ratings: rated && {
      cleanliness: rated.cleanliness,
      price: rated.price,
      punctuality: rated.punctuality,
      workmanship: rated.workmanship,
    },
    author: { is_anonymous: review.isAnonymous, name: review.authorName },
    date: review.date,
    date_precision: review.datePrecision,
    id: review.id,
    provenance: review.provenance,
    rating: review.rating,
    reply: replyText === null ? null : { date: replyDate, text: replyText },
    source: { name: review.source, url: review.sourceUrl },
    text: review.text,
    title: review.title,
    verification: {
      date: review.verificationDate,
      method: review.verificationMethod,
      strength: review.verificationStrength,
    },
  });
}

const FORM_MEMBERS = [
  "aspect_ratings",
  "author",
  "date",
  "date_precision",
  "id",
  "provenance",
  "rating",
  "reply",
  "source",
  "text",
  "title",
  "verification",
] satisfies readonly (keyof Review)[];

/** The same for a review as served by `/api/reviews/{id}`, from which anybody can compute it. */
export function publicForm(review: Review): string {
  return canonicalJson(Object.fromEntries(FORM_MEMBERS.map((name) => [name, review[name]])));
}

/** base64 of SHA-256(salt || form): with both, anybody can prove what was published; without the salt, nobody can guess it. */
export function commitmentTo(form: string, salt: Uint8Array): string {
  return createHash("sha256").update(salt).update(form).digest("base64");
}

export const SALT_BYTES = 32;

/** A salt as it is shown beside the review; null for any other text. */
export function readSalt(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === SALT_BYTES && bytes.toString("base64url") === text ? bytes : null;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTextOrNull: Check = (value) => value === null || isText(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isObject: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isHash: Check = (value) => typeof value === "string" && readBase64(value)?.length === 32;

const REVIEW_MEMBERS = {
  review: isText,
  rating: isCount,
  date: isText,
  reason: isTextOrNull,
  commitment: (value: unknown) => value === null || isHash(value),
};

const MEMBERS: Readonly<Record<EntryContent["act"], Readonly<Record<string, Check>>>> = {
  ...(Object.fromEntries(REVIEW_ACTS.map((act) => [act, REVIEW_MEMBERS])) as Record<ReviewAct, typeof REVIEW_MEMBERS>),
  asked: { commitment: isHash },
  quarter: {
    period: isText,
    figures: isObject,
    seals: (value) =>
      Array.isArray(value) && value.every((seal) => seal.length === 2 && isCount(seal[0]) && isHash(seal[1])),
    reason: (value) => value === undefined || isText(value),
  },
  succeeded: { origin: isText, size: isCount, root: isHash },
};

export interface LastLogged {
  readonly isShown: boolean;
  /** The hash that was committed to, and its salt; null where they are no longer known. */
  readonly commitment: { readonly hash: string; readonly salt: Uint8Array } | null;
}

export type KeptReview = CommittedReview & { readonly withheld: string | null; readonly copyOf: string | null };

export type GoneReview = Pick<ReviewEntry, "rating" | "date"> & { readonly id: string };

/** An entry to append, and the salt to keep beside the review from now on; null where none may be kept. */
export interface ReviewAppend {
  readonly entry: ReviewEntry;
  readonly salt: Uint8Array | null;
}

type MakeSalt = (bytes: number) => Uint8Array;

/** The entry for a stored review; `before` is null if the log does not contain it. Null if it needs no entry. */
export function entryFor(
  review: KeptReview,
  before: LastLogged | null,
  makeSalt: MakeSalt,
  reason: string | null = null,
): ReviewAppend | null {
  const hiddenFor = review.withheld ?? (review.copyOf === null ? null : "copy");
  if (hiddenFor !== null) {
    return before?.isShown ? { entry: entryOf(review, "withheld", { reason: hiddenFor }), salt: null } : null;
  }
  const form = keptForm(review);
  const known = before?.isShown ? before.commitment : null;
  if (known && commitmentTo(form, known.salt) === known.hash) return null;
  const salt = makeSalt(SALT_BYTES);
  const act = before === null ? "published" : before.isShown ? "changed" : "shown";
  return { entry: entryOf(review, act, { reason, commitment: commitmentTo(form, salt) }), salt };
}

export function removedEntry(review: GoneReview, reason: string | null): ReviewEntry {
  return entryOf(review, "removed", { reason });
}

function entryOf(
  { id, rating, date }: GoneReview,
  act: ReviewEntry["act"],
  { reason = null, commitment = null }: Partial<Pick<ReviewEntry, "reason" | "commitment">>,
): ReviewEntry {
  return { act, review: id, rating, date, reason, commitment };
}

// Canonical JSON, RFC 8785: one text for one value, so that the value alone yields the bytes that were hashed.

/** @throws {TypeError} for what JSON, or UTF-8, cannot hold */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(",")}}`;
  }
  const isInJson = value === null || typeof value === "boolean" || Number.isFinite(value) || isUnicode(value);
  if (!isInJson) throw new TypeError(`Cannot write canonical JSON: ${typeof value} without a text of its own`);
  return JSON.stringify(value);
}

function isUnicode(value: unknown): boolean {
  return typeof value === "string" && value.isWellFormed();
}
