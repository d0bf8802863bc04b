/**
 * Google Places Details: `time` in seconds beside a relative date. Where `translated` is true, `text` is Google's translation.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const googlePlaces: Profile = {
  tool: "Google Places Details",
  source: "google",
  signs: [["author_name", "relative_time_description", "time"]],
  columns: { date: ["time"], author: ["author_name"] },
  translated: { flag: "translated", originalLanguage: "original_language" },
  unread: ["author_url"],
};
