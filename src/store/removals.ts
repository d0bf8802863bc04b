/**
 * Taking a review down, for good, and lifting what keeps it from coming back.
 *
 * The content is erased. What stays is the tombstone that readers are shown and the suppression that later imports obey.
 *
 * @module
 */
import { instantOfChange } from "./instants.ts";
import { storedContentHash } from "./join_drafts.ts";
import type { ReviewWrites } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";

/** Why a review may be taken down. That its rating is low is no reason. */
export const REMOVAL_REASONS = ["request", "privacy", "legal", "spam", "duplicate", "insider"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

export type RemovalOutcome =
  | { readonly kind: "removed"; readonly revision: number; readonly wasPublished: boolean }
  /** Nothing was changed. */
  | { readonly kind: "removed_before"; readonly removedAt: number }
  | { readonly kind: "unknown" };

export interface NewRemoval {
  readonly id: string;
  readonly reason: RemovalReason;
}

/** Erases a review and keeps later imports from bringing it back. Calling it twice changes nothing. */
export function removeReview(store: Store, { id, reason }: NewRemoval): Promise<RemovalOutcome> {
  return store.reviews.write(async (writes): Promise<RemovalOutcome> => {
    const review = await writes.review(id);
    if (review === undefined) return keepOut(writes, { id, reason });
    const { source, sourceId, withheld } = review;
    const removedAt = instantOfChange(writes.now, await writes.state());
    const wasPublished = withheld === null;
    const contentHash = storedContentHash(review);
    const removal = { id, source, sourceId, reason, removedAt, wasPublished, suppressed: true, contentHash };
    await writes.saveRemovals([removal]);
    await writes.eraseReview(id);
    return { kind: "removed", revision: await recordRemoval(writes, { id, reason }), wasPublished };
  });
}

/** A review that is only missing since a file replaced the set is kept out from now on. */
async function keepOut(writes: ReviewWrites, { id, reason }: NewRemoval): Promise<RemovalOutcome> {
  const removal = await writes.removal(id);
  if (removal === undefined) return { kind: "unknown" };
  const { suppressed, removedAt, wasPublished } = removal;
  if (suppressed) return { kind: "removed_before", removedAt };
  await writes.saveRemovals([{ ...removal, suppressed: true, reason }]);
  return { kind: "removed", revision: await recordRemoval(writes, { id, reason }), wasPublished };
}

function recordRemoval(writes: ReviewWrites, { id, reason }: NewRemoval): Promise<number> {
  return recordOne(writes, { command: "remove", reviewId: id, detail: { removed: reason } });
}

export type RestoreOutcome =
  | { readonly kind: "restored"; readonly revision: number }
  /** Nothing keeps it out. */
  | { readonly kind: "not_suppressed" }
  | { readonly kind: "unknown" };

/** Lets the next import bring a review back that was taken down. Its content is gone until then. */
export function restoreReview(store: Store, id: string): Promise<RestoreOutcome> {
  return store.reviews.write(async (writes): Promise<RestoreOutcome> => {
    const removal = await writes.removal(id);
    if (removal?.suppressed) {
      await writes.saveRemovals([{ ...removal, suppressed: false }]);
      const detail = { restored: removal.reason };
      return { kind: "restored", revision: await recordOne(writes, { command: "restore", reviewId: id, detail }) };
    }
    const isKept = (await writes.review(id)) !== undefined;
    return removal || isKept ? { kind: "not_suppressed" } : { kind: "unknown" };
  });
}

interface OneChange {
  readonly command: "remove" | "restore";
  readonly reviewId: string;
  readonly detail: Record<string, unknown>;
}

async function recordOne(writes: ReviewWrites, { command, reviewId, detail }: OneChange): Promise<number> {
  const at = instantOfChange(writes.now, await writes.state());
  return writes.recordChange({ command, at, lines: [{ reviewId, detail }] });
}
