/**
 * Finds one customer's review that was posted on several sites, so that it counts once.
 *
 * In: reviews as they are kept. Out: groups of copies, and doubtful pairs for the owner.
 * Never: deletes or changes a review.
 *
 * @module
 */
export { countedOf, type GroupOptions, groupCopies, type WeighedCopy } from "./group_copies.ts";
export {
  type ComparableReview,
  comparableReview,
  judgeCopies,
  MAX_DAYS_APART,
  mayBeCopies,
  type ReviewToJoin,
} from "./judge_copies.ts";
