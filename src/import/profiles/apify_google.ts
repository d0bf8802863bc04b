/**
 * Apify's scrapers of Google Maps: `title` is the place, `name` the reviewer; `rating` stands in for `stars` where Maps counts otherwise.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const apifyGoogle: Profile = {
  tool: "Apify (Google Maps)",
  source: "google",
  signs: [
    ["publishedAtDate", "stars", "reviewerId"],
    ["publishedAtDate", "stars", "reviewUrl"],
    ["publishAt", "stars", "reviewId"],
  ],
  columns: {
    date: ["publishedAtDate"],
    rating: ["stars"],
    author: ["name"],
    text: ["text"],
    url: ["reviewUrl"],
    reply: ["responseFromOwnerText"],
    replyDate: ["responseFromOwnerDate"],
  },
  unread: ["title", "url", "rating", "location", "category"],
};
