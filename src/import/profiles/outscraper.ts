/**
 * Outscraper: `name` and `rating` are the place's. Times are UTC.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const outscraper: Profile = {
  tool: "Outscraper",
  source: "google",
  signs: [
    ["review_datetime_utc", "author_title", "review_rating"],
    ["review_timestamp", "author_title", "review_rating"],
  ],
  columns: {
    date: ["review_datetime_utc", "review_timestamp"],
    author: ["author_title"],
    rating: ["review_rating"],
    text: ["review_text"],
    url: ["review_link"],
    reply: ["owner_answer"],
    replyDate: ["owner_answer_timestamp_datetime_utc"],
  },
  unread: ["name", "rating", "title"],
  isUtc: true,
};
