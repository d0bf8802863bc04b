/**
 * Birdeye.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const birdeye: Profile = {
  tool: "Birdeye",
  source: null,
  signs: [
    ["reviewId", "sourceType", "comments", "rating"],
    ["Review Source", "Review Rating", "Reviewed By"],
    ["Source", "Rating", "Review Date", "Reviewer Name", "Review Comments"],
  ],
  columns: {
    author: ["reviewer.nickName", "reviewer.firstName"],
    source: ["sourceType", "Review Source"],
    text: ["comments"],
    reply: ["response"],
    replyDate: ["responseDate"],
    url: ["uniqueReviewUrl", "reviewUrl"],
  },
  unread: ["businessId"],
};
