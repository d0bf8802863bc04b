/**
 * Finds one customer's review that was posted on several sites, so that it counts once.
 *
 * In: reviews as they are kept. Out: groups of copies, and doubtful pairs for the owner.
 * Never: deletes or changes a review; which of the copies is published is decided where they are.
 *
 * @module
 */
export { type CopyGroups, groupCopies, type OwnersWord } from "./group_copies.ts";
export {
  type ComparableReview,
  type CopyJudgement,
  comparableReview,
  judgeCopies,
  type KeptReview,
} from "./judge_copies.ts";
