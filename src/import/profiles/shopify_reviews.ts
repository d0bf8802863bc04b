/**
 * Shopify's former Product Reviews: `state` says whether a review is published.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const shopifyReviews: Profile = {
  tool: "Shopify Product Reviews",
  source: "direct",
  signs: [
    ["product_handle", "state", "rating", "author", "created_at"],
    ["product_handle", "state", "rating", "title", "author"],
  ],
  isUtc: true,
};
