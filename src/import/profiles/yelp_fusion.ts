/**
 * Yelp's API: texts are excerpts of 160 characters.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const yelpFusion: Profile = {
  tool: "Yelp Fusion",
  source: "yelp",
  signs: [["time_created", "user.name", "rating"]],
  columns: { date: ["time_created"], author: ["user.name"] },
};
