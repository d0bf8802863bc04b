/**
 * Reputation.com.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const reputation: Profile = {
  tool: "Reputation",
  source: null,
  signs: [["reviewID", "sourceName", "datePublished", "rating"]],
  columns: { source: ["sourceName"], reply: ["responses.text"], url: ["reviewURL"] },
  unread: ["sourceID", "locationID"],
};
