/**
 * One review, as it is kept.
 *
 * @module
 */
import { eq } from "drizzle-orm";
import { reviews } from "../sql/schema.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

/** A kept review, published or withheld; undefined when there is none. */
export function findReview(store: Store, id: string): StoredReview | undefined {
  const found = store.select().from(reviews).where(eq(reviews.id, id)).get();
  if (found === undefined) return undefined;
  const { number: _, ...review } = found;
  return review;
}
