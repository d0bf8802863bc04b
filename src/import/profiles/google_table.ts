/**
 * Google Business Profile reviews as a table; `name` is the path of the resource.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const googleTable: Profile = {
  tool: "Google",
  source: "google",
  signs: [["reviewId", "starRating", "createTime"]],
  unread: ["name"],
};
