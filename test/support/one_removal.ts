/** Removals of one review, as most tests need them. */
import { removeReviews } from "../../src/owner/remove.ts";
import type { RemovalReason } from "../../src/review/mod.ts";
import type { Store } from "../../src/store/mod.ts";

interface NewRemoval {
  readonly id: string;
  readonly reason: RemovalReason;
}

/** What {@link removeReviews} says of a single review. */
export async function removeReview(store: Store, { id, reason }: NewRemoval) {
  const outcome = await removeReviews(store, { ids: [id], reason });
  if (outcome.kind !== "done") return { kind: outcome.kind };
  const [removed] = outcome.removed;
  return removed === undefined
    ? { kind: "removed_before", removedAt: outcome.removedBefore[0]?.removedAt }
    : { kind: "removed", revision: outcome.revision, wasPublished: removed.wasPublished };
}
