/**
 * Yotpo: `Sentiment Score` is no rating.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const yotpo: Profile = {
  tool: "Yotpo",
  source: "yotpo",
  signs: [
    ["Review Content", "Review Score", "Reviewer Display Name"],
    ["review_content", "review_score", "display_name"],
    ["review_content", "review_score", "user_name"],
  ],
  columns: {
    author: ["Reviewer Display Name", "display_name", "user_name"],
    rating: ["Review Score"],
    reply: ["Comment Content"],
    replyDate: ["Comment Creation Date"],
  },
  unread: ["Sentiment Score", "Source"],
};
