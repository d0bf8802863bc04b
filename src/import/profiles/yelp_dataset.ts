/**
 * Yelp's open dataset: no names, times without a zone.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const yelpDataset: Profile = {
  tool: "Yelp (open dataset)",
  source: "yelp",
  signs: [["review_id", "user_id", "business_id", "stars"]],
  unread: ["useful", "funny", "cool"],
};
