/**
 * Okendo.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const okendo: Profile = {
  tool: "Okendo",
  source: "okendo",
  signs: [
    ["dateCreated", "rating", "body", "countryCode"],
    ["dateCreated", "rating", "body", "imageUrls"],
    ["dateCreated", "rating", "body", "productId"],
    ["dateCreated", "rating", "body"],
  ],
};
