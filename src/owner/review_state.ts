/** What the owner's forms about a review are made from. */

import { digestOf } from "../http/digest.ts";
import type { StoredReview } from "../store/mod.ts";

/** Differs whenever somebody has changed what the owner decides on: words, stars, mentions, reply, or whether readers see it. */
export function reviewState(review: StoredReview): string {
  return stateOf(seenOfReview(review));
}

export function seenOfReview(review: StoredReview): unknown {
  const { id, rating, title, text, withheld, copyOf, replyText, replyDate, verificationMethod, givenMentions } = review;
  const content = [id, rating, title, text, givenMentions];
  return [...content, withheld, copyOf, replyText, replyDate, verificationMethod];
}

/** A short digest of a value of JSON; the order of its members does not matter, since PostgreSQL keeps its own. */
export function stateOf(value: unknown): string {
  return digestOf(JSON.stringify(value, inOrder) ?? "").slice(0, 16);
}

function inOrder(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
}
