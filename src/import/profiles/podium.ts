/**
 * Podium: recommendations come as 5 or 1, which `isRecommendation` tells.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const podium: Profile = {
  tool: "Podium",
  source: null,
  signs: [
    ["review.body", "review.rating", "review.siteName"],
    ["body", "rating", "siteName", "siteReviewId"],
  ],
  columns: {
    author: ["author.name"],
    source: ["review.siteName"],
    id: ["review.siteReviewId"],
    text: ["review.body"],
    reply: ["responses.body"],
    replyDate: ["responses.createdAt"],
  },
  unread: ["uid"],
};
