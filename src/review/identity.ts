/** Identifies reviews: a review keeps its id, however often and from whichever export it is imported. */
import { hash } from "node:crypto";
import type { StoredReview } from "./field_sets.ts";
import { shownName } from "./names.ts";
import { comparableText } from "./text.ts";

export type ReviewContent = Pick<StoredReview, "source" | "date" | "rating" | "authorName" | "text">;

/** Hash of the content of a review without an id, 64 hexadecimal digits. Ignores case, white space and how much of the name is shown. */
export function contentHash({ source, date, rating, authorName, text }: ReviewContent): string {
  const author = comparableText(shownName(authorName, "first_last_initial").name);
  return hash("sha256", [source, date, rating, author, comparableText(text)].join("\0"), "hex");
}

interface Identified extends Pick<StoredReview, "source" | "sourceId"> {
  readonly id: string | null;
  readonly contentHash: string | null;
}

/** The published id of a review: the given one, or one derived from its id at the source or from its content. */
export function reviewIdOf({ id, source, sourceId, contentHash }: Identified): string {
  return id ?? (sourceId === null ? contentId(contentHash) : `r_${shortHash(`${source}\0${sourceId}`)}`);
}

export function contentId(contentHash: string | null): string {
  return `r_${shortHash(`\0${contentHash}`)}`;
}

/** Whether an id was derived here rather than given in a file. */
export function isDerivedId(id: string): boolean {
  return /^r_[a-z2-7]{16}$/.test(id);
}

/** Two people may write the same shorter text. */
const DISTINCTIVE_LENGTH = 40;

/** {@link contentHash} of a stored review, to match a copy without an id. Null if the content is not distinctive. */
export function keptContentHash(review: ReviewContent & { readonly isAnonymous: boolean }): string | null {
  const isDistinctive = !review.isAnonymous || review.text.length >= DISTINCTIVE_LENGTH;
  return isDistinctive ? contentHash(review) : null;
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** The first 80 bits of a SHA-256, 16 characters of base32 in lower case. */
function shortHash(text: string): string {
  const digest = hash("sha256", text, "buffer");
  let short = "";
  let bits = 0;
  let count = 0;
  for (let at = 0; at < 10; at++) {
    bits = ((bits & 31) << 8) | (digest[at] ?? 0);
    for (count += 8; count >= 5; count -= 5) short += BASE32[(bits >> (count - 5)) & 31];
  }
  return short;
}
