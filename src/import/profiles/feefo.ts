/**
 * Feefo: the day of the feedback, not that of the sale.
 *
 * @module
 */
import type { Profile } from "./profile.ts";

/** What is known of its export. */
export const feefo: Profile = {
  tool: "Feefo",
  source: "feefo",
  signs: [["Feedback Date", "Service Rating"]],
};
