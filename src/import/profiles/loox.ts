/**
 * Loox.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const loox: Profile = {
  tool: "Loox",
  source: "loox",
  signs: [
    ["product_handle", "rating", "author", "photo_url"],
    ["handle", "rating", "author", "img"],
    ["product_id", "rating", "author", "photo_url"],
  ],
  columns: { author: ["author"] },
};
