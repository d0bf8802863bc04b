/**
 * Trustpilot's own table; `Source Name` says how a review was invited.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const trustpilotTable: Profile = {
  tool: "Trustpilot",
  source: "trustpilot",
  signs: [["Review Created (UTC)", "Review Stars"]],
  unread: ["Source Name"],
};
