/**
 * What the store holds, in numbers.
 *
 * @module
 */
import { type AggregateRating, aggregateRating, publishedTallies, type ReviewTally } from "../review/mod.ts";
import type { EditionState } from "./ports/editions.ts";
import type { StoreFigures } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";

/** Figures on the whole store, as of one revision. */
export interface Statistics extends EditionState, StoreFigures {
  /** Of the published reviews. */
  readonly rating: AggregateRating;
  readonly tallies: readonly ReviewTally[];
}

/** What is kept at this moment, counted. */
export function readStatistics({ reviews }: Store): Promise<Statistics> {
  return reviews.read(async (reads) => {
    const tallies = await reads.tallies();
    const rating = aggregateRating(publishedTallies(tallies));
    return { ...(await reads.state()), ...(await reads.figures()), rating, tallies };
  });
}
