/**
 * Kiyoh and Klantenvertellen: scores of ten.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const kiyoh: Profile = {
  tool: "Kiyoh",
  source: "klantenvertellen",
  signs: [["reviewId", "reviewAuthor", "dateSince", "rating"]],
  columns: { date: ["dateSince"], author: ["reviewAuthor"], text: ["reviewContent.reviewContent.rating", "oneliner"] },
  unread: ["updatedSince"],
};
