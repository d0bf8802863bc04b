/**
 * Facebook's page ratings: recommendations, and stars only before 2018.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const facebookRecommendations: Profile = {
  tool: "Facebook",
  source: "facebook",
  signs: [
    ["recommendation_type", "review_text"],
    ["recommendation_type", "created_time"],
  ],
  columns: { date: ["created_time"], author: ["reviewer.name"], text: ["review_text"] },
};
