/** Adds up the stars of reviews to the aggregate rating, and lists the sources whose ratings were converted at import. */

import type { Provenance } from "./field_sets.ts";
import type { WithholdingReason } from "./fields.ts";
import type { AggregateRating, Distribution } from "./review.ts";

export interface RatedReview {
  readonly rating: number;
  readonly source: string;
  readonly verification: string;
  readonly count?: number;
}

export interface ReviewTally extends Required<RatedReview> {
  readonly withheld: WithholdingReason | null;
  readonly provenance: Provenance;
  readonly isCopy: boolean;
}

export function publishedTallies(tallies: readonly ReviewTally[]): ReviewTally[] {
  return tallies.filter(({ withheld, isCopy }) => withheld === null && !isCopy);
}

/** Adds up ratings in one pass. Group keys are sorted, so that equal sets give equal bytes. */
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

/** The mean of integer ratings with two decimals, rounded half up; null without ratings. */
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

export interface ConvertedRatings {
  readonly source: string;
  readonly best: number;
  readonly isRounded: boolean;
}

/** Reads the stored hints of imports, a JSON object by source. */
export function convertedRatings(hints: string | undefined): ConvertedRatings[] {
  const bySource = Object.entries(JSON.parse(hints ?? "{}") as Record<string, { scale?: string; round?: string }>);
  return bySource
    .map(([source, { scale, round }]) => ({ source, best: Number(scale ?? 5), isRounded: round !== undefined }))
    .filter(({ best, isRounded }) => best !== 5 || isRounded);
}
