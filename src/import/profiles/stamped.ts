/**
 * Stamped.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const stamped: Profile = {
  tool: "Stamped",
  source: "stamped",
  signs: [
    ["reviewTitle", "reviewMessage", "reviewRating"],
    ["productId", "reviewRating", "reviewMessage"],
  ],
  columns: { author: ["author", "customerName"] },
  unread: ["source", "reviewSource"],
};
