/** Single questions to the store, each of one moment. */

import { type AggregateRating, aggregateRating, publishedTallies, type ReviewTally } from "../review/mod.ts";
import type { EditionState } from "./edition_store.ts";
import type {
  ChangeLogLine,
  ListFilter,
  Listing,
  LogFilter,
  StoredBusiness,
  StoredRemoval,
  StoreFigures,
} from "./review_store.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

export function readBusiness({ reviews }: Store): Promise<StoredBusiness | null> {
  return reviews.read((reads) => reads.business());
}

export function findReview({ reviews }: Store, id: string): Promise<StoredReview | undefined> {
  return reviews.read((reads) => reads.review(id));
}

export function findReviews({ reviews }: Store, ids: readonly string[]): Promise<readonly StoredReview[]> {
  return reviews.read((reads) =>
    reads.reviewsById([...new Set(ids)], { withoutMentions: true, withoutLanguage: true }),
  );
}

export function readRemoval({ reviews }: Store, id: string): Promise<StoredRemoval | undefined> {
  return reviews.read((reads) => reads.removal(id));
}

export function listReviews({ reviews }: Store, filter: ListFilter): Promise<Listing> {
  return reviews.read((reads) => reads.list(filter));
}

export function readLog({ reviews }: Store, filter: LogFilter): Promise<readonly ChangeLogLine[]> {
  return reviews.read((reads) => reads.log(filter));
}

export interface Statistics extends EditionState, StoreFigures {
  /** Of the published reviews. */
  readonly rating: AggregateRating;
  readonly tallies: readonly ReviewTally[];
}

export function readStatistics({ reviews }: Store): Promise<Statistics> {
  return reviews.read(async (reads) => {
    const tallies = await reads.tallies();
    const rating = aggregateRating(publishedTallies(tallies));
    return { ...(await reads.state()), ...(await reads.figures()), rating, tallies };
  });
}
