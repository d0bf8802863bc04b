/**
 * The rating of each source apart: what customers wrote to the business itself, and what other sites show.
 *
 * @module
 */
import type { AggregateRating } from "../review/mod.ts";

/** Count and mean of the reviews of a source. */
export interface SourceRating {
  readonly source: string;
  readonly rating_value: number;
  readonly review_count: number;
}

/** First those written to the business itself, then the sources with the most reviews. */
export function sourceRatings({ by_source }: AggregateRating): SourceRating[] {
  const ratings = Object.entries(by_source).flatMap(([source, { rating_value, review_count }]) => {
    return rating_value === null ? [] : [{ source, rating_value, review_count }];
  });
  const rank = ({ source }: SourceRating) => (source === "direct" ? 0 : 1);
  return ratings.sort((one, other) => rank(one) - rank(other) || other.review_count - one.review_count);
}
