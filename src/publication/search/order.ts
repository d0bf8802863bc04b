/**
 * The orders that matches can be answered in: strata, one after the other, and within each by date.
 *
 * A stratum is what a review is in by itself, whatever others there are, so that a place in an order stays one when reviews
 * come or go.
 *
 * @module
 */
import { ratingTerm } from "./filter_terms.ts";
import { RELEVANCE_GRADES } from "./segment.ts";

/** The orders, the usual one first. */
export const SEARCH_ORDERS = ["newest", "oldest", "highest", "lowest", "relevant"] as const;
/** An order of matches. */
export type SearchOrder = (typeof SEARCH_ORDERS)[number];

/** A part of the matches, newest first within it. */
export interface Stratum {
  /** Filter terms that its reviews have. */
  readonly terms: readonly number[];
  /** How relevant its reviews are; null where that does not matter. */
  readonly grade: number | null;
}

const ALL: readonly Stratum[] = [{ terms: [], grade: null }];
const HIGHEST: readonly Stratum[] = [5, 4, 3, 2, 1].map((rating) => ({ terms: [ratingTerm(rating)], grade: null }));
const RELEVANT: readonly Stratum[] = Array.from({ length: RELEVANCE_GRADES }, (_, grade) => ({ terms: [], grade }));

/** The parts that an order puts one after the other. */
export const STRATA: Readonly<Record<SearchOrder, readonly Stratum[]>> = {
  newest: ALL,
  oldest: ALL,
  highest: HIGHEST,
  lowest: HIGHEST.toReversed(),
  relevant: RELEVANT,
};
