/**
 * How exactly the date of a review is known.
 *
 * @module
 */
import type { Review } from "./review.ts";

/** A review's date with how exactly its source shows it. */
export type DatedReview = Pick<Review, "date" | "date_precision">;

/** What is sure of the date, as ISO 8601 writes it: `2025-03-04`, `2025-03` or `2025`. */
export function knownDate({ date, date_precision }: DatedReview): string {
  if (date_precision === null) return date;
  return date.slice(0, date_precision === "year" ? 4 : 7);
}
