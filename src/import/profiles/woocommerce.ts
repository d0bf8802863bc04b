/**
 * WooCommerce's reviews API; `date_created_gmt` is UTC.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const wooCommerce: Profile = {
  tool: "WooCommerce",
  source: "direct",
  signs: [["date_created_gmt", "reviewer", "review", "rating"]],
  columns: { date: ["date_created_gmt"], author: ["reviewer"], text: ["review"] },
  isUtc: true,
};
