/**
 * Judge.me: times in UTC; `source` says how a review was collected, and `curated` whether it is shown.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const judgeMe: Profile = {
  tool: "Judge.me",
  source: "judge.me",
  signs: [
    ["review_date", "reviewer_name", "product_handle"],
    ["review_date", "reviewer_name", "product_url"],
    ["review_date", "reviewer_name", "product_id", "curated"],
  ],
  unread: ["source", "location"],
  isUtc: true,
};
