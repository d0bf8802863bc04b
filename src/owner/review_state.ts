/** What the owner's forms about a review are made from. */
import type { StoredReview } from "../store/mod.ts";
import { stateOf } from "./state.ts";

/** Differs whenever somebody has changed what the owner decides on: words, stars, mentions, reply, or whether readers see it. */
export function reviewState(review: StoredReview): string {
  const { id, rating, title, text, withheld, copyOf, replyText, replyDate, verificationMethod, givenMentions } = review;
  const said = [id, rating, title, text, givenMentions];
  return stateOf([...said, withheld, copyOf, replyText, replyDate, verificationMethod]);
}

/** Whether a review is what a form was made from; without a state nobody has looked. */
export function isAsSeen(review: StoredReview, expected: string | undefined): boolean {
  return expected === undefined || reviewState(review) === expected;
}
