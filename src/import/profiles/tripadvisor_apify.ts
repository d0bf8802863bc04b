/**
 * Apify's scrapers of Tripadvisor.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const tripadvisorApify: Profile = {
  tool: "Apify (Tripadvisor)",
  source: "tripadvisor",
  signs: [
    ["publishedDate", "rating", "tripType"],
    ["publishedDate", "rating", "placeInfo.name"],
  ],
  columns: {
    date: ["publishedDate"],
    author: ["user.name", "user.username"],
    reply: ["ownerResponse.text"],
    replyDate: ["ownerResponse.publishedDate"],
  },
  unread: ["travelDate"],
};
