/** Single questions to the store, each of one moment. */
import { aggregateRating, publishedTallies } from "../review/mod.ts";
import type { ListFilter, LogFilter } from "./review_store.ts";
import type { Store } from "./store.ts";

export function readBusiness({ reviews }: Store) {
  return reviews.read((reads) => reads.business());
}

export function findReview({ reviews }: Store, id: string) {
  return reviews.read((reads) => reads.review(id));
}

export function findReviews({ reviews }: Store, ids: readonly string[]) {
  return reviews.read((reads) =>
    reads.reviewsById([...new Set(ids)], { withoutMentions: true, withoutLanguage: true }),
  );
}

export function readRemoval({ reviews }: Store, id: string) {
  return reviews.read((reads) => reads.removal(id));
}

export function listReviews({ reviews }: Store, filter: ListFilter) {
  return reviews.read((reads) => reads.list(filter));
}

export function readLog({ reviews }: Store, filter: LogFilter) {
  return reviews.read((reads) => reads.log(filter));
}

export type Statistics = Awaited<ReturnType<typeof readStatistics>>;

export function readStatistics({ reviews }: Store) {
  return reviews.read(async (reads) => {
    const tallies = await reads.tallies();
    const rating = aggregateRating(publishedTallies(tallies));
    return { ...(await reads.state()), ...(await reads.figures()), rating, tallies };
  });
}
