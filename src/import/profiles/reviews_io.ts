/**
 * REVIEWS.io.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const reviewsIo: Profile = {
  tool: "REVIEWS.io",
  source: "reviews.io",
  signs: [
    ["date_created", "rating", "comments", "store_review_id"],
    ["store_review_id", "rating", "comments"],
    ["Review ID", "Rating", "Comments", "Date Created", "Order ID"],
  ],
  columns: {
    id: ["store_review_id"],
    author: ["reviewer.first_name", "reviewer_name", "Reviewer Name"],
    text: ["comments"],
  },
  unread: ["source"],
};
