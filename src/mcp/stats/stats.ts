/**
 * Counts and averages of reviews, made of nothing but totals of searches: no review is read, so that a hundred thousand
 * of them cost what a dozen cost.
 *
 * @module
 */
import { Type } from "typebox";
import type { Publication, SearchQuery } from "../../publication/mod.ts";
import { Distribution, meanRating } from "../../review/mod.ts";

/** What statistics can be restricted by: the filters of a search. */
export type StatsFilters = Omit<SearchQuery, "limit" | "cursor" | "sort">;

/** A group as a search finds it. */
export interface GroupFilter {
  /** What the filters of a search take, or a period. */
  readonly key: string;
  readonly name: string;
  readonly filter: StatsFilters;
}

/** The members of a schema of figures. */
export const STATS = {
  review_count: Type.Integer({ description: "Number of reviews" }),
  rating_value: Type.Union([Type.Number(), Type.Null()], { description: "Mean rating; null when there are none" }),
  distribution: Distribution,
  at_least: Type.Optional(
    Type.Literal(true, { description: "There when query or words match more reviews than were counted" }),
  ),
};

/** Figures of a set of reviews. */
export interface Stats {
  readonly review_count: number;
  /** Two decimals; null when there are no reviews. */
  readonly rating_value: number | null;
  readonly distribution: Distribution;
  readonly at_least?: true;
}

/** Count, mean and distribution of the reviews that the filters let through. */
export function statsOf(publication: Publication, filters: StatsFilters): Stats {
  const distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  let sum = 0;
  let count = 0;
  let isExact = true;
  for (const rating of [1, 2, 3, 4, 5] as const) {
    if ((filters.rating ?? rating) !== rating) continue;
    const { total, totalIsExact } = publication.search({ ...filters, rating, limit: 1 });
    distribution[`${rating}`] = total;
    sum += rating * total;
    count += total;
    isExact &&= totalIsExact;
  }
  return {
    review_count: count,
    rating_value: meanRating(sum, count),
    distribution,
    ...(!isExact && { at_least: true }),
  };
}
