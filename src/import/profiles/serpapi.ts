/**
 * SerpApi's Google Maps reviews; `iso_date` is the day of the first writing.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const serpApi: Profile = {
  tool: "SerpApi",
  source: "google",
  signs: [["iso_date", "user.name", "rating"]],
  columns: {
    date: ["iso_date"],
    author: ["user.name"],
    text: ["extracted_snippet.original", "snippet"],
    reply: ["response.extracted_snippet.original", "response.snippet"],
    replyDate: ["response.iso_date"],
    url: ["link"],
  },
};
