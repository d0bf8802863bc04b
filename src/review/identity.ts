/** Who a review is: the same review must keep its id however often, and from whichever export, it is imported. */
import { hash } from "node:crypto";
import type { StoredReview } from "./field_sets.ts";
import { shownName } from "./names.ts";
import { comparableText } from "./text.ts";

/** What identifies a review that carries no id. */
export type ReviewContent = Pick<StoredReview, "source" | "date" | "rating" | "authorName" | "text">;

/**
 * Hash of what a review says, for sources that number nothing; 64 hexadecimal digits. Case, white space and how much
 * of the author's name is shown make no difference.
 */
export function contentHash({ source, date, rating, authorName, text }: ReviewContent): string {
  const author = comparableText(shownName(authorName, "first_last_initial").name);
  return hash("sha256", [source, date, rating, author, comparableText(text)].join("\0"), "hex");
}

/** What {@link reviewIdOf} needs to know. */
interface Identified extends Pick<StoredReview, "source" | "sourceId"> {
  readonly id: string | null;
  readonly contentHash: string | null;
}

/** The id a review is published under: the one it was given, else one made from its source's id or its content. */
export function reviewIdOf({ id, source, sourceId, contentHash }: Identified): string {
  return id ?? (sourceId === null ? contentId(contentHash) : `r_${shortHash(`${source}\0${sourceId}`)}`);
}

/** The id a review has where it was imported without one. */
export function contentId(contentHash: string | null): string {
  return `r_${shortHash(`\0${contentHash}`)}`;
}

/** Whether an id was made here, from a source's id or from content, and not given by hand. */
export function isMadeId(id: string): boolean {
  return /^r_[a-z2-7]{16}$/.test(id);
}

/** Shorter texts may be written by two people in the same words. */
const DISTINCTIVE_LENGTH = 40;

/**
 * {@link contentHash} of a review as it is kept, its texts masked and its author's name shortened: what it is known by
 * where only one of two copies has an id. Null when it says too little, since a few stars from nobody could be anybody's.
 */
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
