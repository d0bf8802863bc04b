/**
 * Apify's scrapers of Trustpilot.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const apifyTrustpilot: Profile = {
  tool: "Apify (Trustpilot)",
  source: "trustpilot",
  signs: [
    ["reviewHeadline", "reviewBody", "ratingValue"],
    ["headline", "reviewBody", "ratingValue", "datePublished"],
  ],
  columns: { title: ["reviewHeadline", "headline"] },
};
