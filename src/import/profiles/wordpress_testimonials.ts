/**
 * Strong Testimonials for WordPress.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const wordpressTestimonials: Profile = {
  tool: "Strong Testimonials",
  source: "direct",
  signs: [["client_name", "star_rating", "post_content"]],
  columns: { date: ["post_date", "date"], author: ["client_name"], text: ["post_content"], title: ["post_title"] },
};
