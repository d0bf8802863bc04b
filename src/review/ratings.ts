/**
 * Adds up the stars of reviews to the aggregate rating, and says which sources' ratings were converted to stars at
 * import.
 */

import type { Provenance } from "./field_sets.ts";
import type { WithholdingReason } from "./fields.ts";
import type { AggregateRating, Distribution } from "./review.ts";

/** What the aggregate needs to know of a review, or of several that are alike in it. */
export interface RatedReview {
  readonly rating: number;
  readonly source: string;
  readonly verification: string;
  /** How many reviews; 1 when left out. */
  readonly count?: number;
}

/** How many kept reviews are alike in what the aggregate counts, and in why they are withheld. */
export interface ReviewTally extends Required<RatedReview> {
  /** Null for published ones. */
  readonly withheld: WithholdingReason | null;
  readonly provenance: Provenance;
  /** Copies of a review that another source shows, too: they count with it. */
  readonly isCopy: boolean;
}

/** The tallies of the reviews that readers see. */
export function publishedTallies(tallies: readonly ReviewTally[]): ReviewTally[] {
  return tallies.filter(({ withheld, isCopy }) => withheld === null && !isCopy);
}

/** Adds up ratings in one pass; group keys come out in alphabetical order, so that equal sets give equal bytes. */
export function aggregateRating(reviews: Iterable<RatedReview>): AggregateRating {
  const distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  const sources = new Map<string, Tally>();
  const methods = new Map<string, Tally>();
  const all: Tally = { count: 0, sum: 0 };
  for (const { rating, source, verification, count = 1 } of reviews) {
    distribution[String(rating) as keyof Distribution] += count;
    for (const tally of [all, tallyOf(sources, source), tallyOf(methods, verification)]) {
      tally.count += count;
      tally.sum += rating * count;
    }
  }
  return {
    rating_value: meanRating(all.sum, all.count),
    review_count: all.count,
    best_rating: 5,
    worst_rating: 1,
    distribution,
    by_source: shares(sources),
    by_verification: shares(methods),
  };
}

/** Mean of integer ratings to two decimals, rounded half up from the integer sum; null for no ratings. */
export function meanRating(sum: number, count: number): number | null {
  return count === 0 ? null : Math.floor((sum * 200 + count) / (2 * count)) / 100;
}

interface Tally {
  count: number;
  sum: number;
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const tally = tallies.get(key) ?? { count: 0, sum: 0 };
  tallies.set(key, tally);
  return tally;
}

function shares(tallies: Map<string, Tally>): AggregateRating["by_source"] {
  const entries = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, { count, sum }]) => [key, { review_count: count, rating_value: meanRating(sum, count) }]),
  );
}

/** How the ratings of one source became stars. */
export interface ConvertedRatings {
  readonly source: string;
  /** The best rating of the source's scale; 5 where only halves were rounded. */
  readonly best: number;
  /** Whether ratings between two numbers of stars were rounded, halves up. */
  readonly isRounded: boolean;
}

/** Reads what is kept of imports: an object of hints by source, as JSON. */
export function convertedRatings(hints: string | undefined): ConvertedRatings[] {
  const bySource = Object.entries(JSON.parse(hints ?? "{}") as Record<string, { scale?: string; round?: string }>);
  return bySource
    .map(([source, { scale, round }]) => ({ source, best: Number(scale ?? 5), isRounded: round !== undefined }))
    .filter(({ best, isRounded }) => best !== 5 || isRounded);
}
