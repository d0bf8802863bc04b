/**
 * Site Reviews for WordPress.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const siteReviews: Profile = {
  tool: "Site Reviews",
  source: "direct",
  signs: [["date", "rating", "is_approved", "is_pinned"]],
  unread: ["score"],
};
