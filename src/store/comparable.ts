/**
 * A kept review in the form that copies are found in.
 *
 * @module
 */
import { type ComparableReview, comparableReview } from "../review/copies/mod.ts";
import { readMarks } from "./marks.ts";
import type { JoinableReview } from "./ports/reviews.ts";

/** A review in the form that copies are found in. */
export function comparable(review: JoinableReview): ComparableReview {
  const { id, source, date, rating, authorName, isAnonymous, text, marks } = review;
  const wholeNameHash = readMarks(marks).name ?? null;
  return comparableReview({ id, source, date, rating, authorName, isAnonymous, text, wholeNameHash });
}
