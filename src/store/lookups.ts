/**
 * Single questions to the store, each of one moment.
 *
 * @module
 */
import type { ListFilter, Listing } from "./ports/listing.ts";
import type { LogFilter, LogLine } from "./ports/log.ts";
import type { StoredBusiness, StoredRemoval } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";
import type { StoredReview } from "./stored_review.ts";

/** The business with its private technicians, or null before the first import. */
export function readBusiness({ reviews }: Store): Promise<StoredBusiness | null> {
  return reviews.read((reads) => reads.business());
}

/** A stored review, published or withheld; undefined if there is none. */
export function findReview({ reviews }: Store, id: string): Promise<StoredReview | undefined> {
  return reviews.read((reads) => reads.review(id));
}

/** The stored reviews of these ids. */
export function findReviews({ reviews }: Store, ids: readonly string[]): Promise<readonly StoredReview[]> {
  return reviews.read((reads) =>
    reads.reviewsById([...new Set(ids)], { withoutMentions: true, withoutLanguage: true }),
  );
}

/** What stayed of a review that was taken down; undefined if there is none. */
export function readRemoval({ reviews }: Store, id: string): Promise<StoredRemoval | undefined> {
  return reviews.read((reads) => reads.removal(id));
}

/** The reviews that pass a filter, up to its limit, and how many pass it in all. */
export function listReviews({ reviews }: Store, filter: ListFilter): Promise<Listing> {
  return reviews.read((reads) => reads.list(filter));
}

/** Lines of the log, latest first. */
export function readLog({ reviews }: Store, filter: LogFilter): Promise<readonly LogLine[]> {
  return reviews.read((reads) => reads.log(filter));
}
