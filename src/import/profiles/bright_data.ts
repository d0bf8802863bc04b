/**
 * Bright Data's Google Maps reviews.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const brightData: Profile = {
  tool: "Bright Data (Google Maps)",
  source: "google",
  signs: [["review_id", "reviewer_name", "review_rating", "place_id"]],
  columns: { url: ["review_url"], reply: ["response_of_owner"], replyDate: ["response_date"] },
  unread: ["url", "place_name"],
};
