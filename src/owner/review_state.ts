/** What the owner's forms about a review are made from. */

import { digestOf } from "../http/representation.ts";
import type { StoredReview } from "../store/mod.ts";

/** Differs whenever somebody has changed what the owner decides on: words, stars, mentions, reply, or whether readers see it. */
export function reviewState(review: StoredReview): string {
  return stateOf(seenOfReview(review));
}

/** The same as a value. */
export function seenOfReview(review: StoredReview): unknown {
  const { id, rating, title, text, withheld, copyOf, replyText, replyDate, verificationMethod, givenMentions } = review;
  const said = [id, rating, title, text, givenMentions];
  return [...said, withheld, copyOf, replyText, replyDate, verificationMethod];
}

/** What was seen of a review by whoever decides on it. */
export interface Seen {
  /** As {@link reviewState} gives it; whatever it is now when left out. */
  readonly expected?: string | undefined;
}

/** Whether a review is what a form was made from; without a state nobody has looked. */
export function isAsSeen(review: StoredReview, expected: Seen["expected"]): boolean {
  return expected === undefined || reviewState(review) === expected;
}

/** Why an act left the store as it was. `changed`: what it is about is not as it was when its form was made. */
export type LeftAsItWas = { readonly kind: "same" | "unknown" | "changed" };

/** A short digest of a value of JSON; the order of its members does not matter, since PostgreSQL keeps its own. */
export function stateOf(value: unknown): string {
  return digestOf(JSON.stringify(value, inOrder) ?? "").slice(0, 16);
}

function inOrder(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
}
