/**
 * Taking reviews down, for good, and lifting what keeps it from coming back.
 *
 * The content is erased. What stays is the tombstone that readers are shown and the suppression that later imports obey.
 *
 * @module
 */
import { instantOfChange } from "./instants.ts";
import { findJoins, joinLines, rejoin, type Successor, successorsOf } from "./join_copies.ts";
import { storedContentHash } from "./join_drafts.ts";
import type { Change } from "./ports/log.ts";
import type { ReviewWrites, StoredRemoval } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";
import type { StoredReview } from "./stored_review.ts";

/** Why a review may be taken down. That its rating is low is no reason. */
export const REMOVAL_REASONS = ["request", "privacy", "legal", "spam", "duplicate", "insider"] as const;
/** One of {@link REMOVAL_REASONS}. */
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

/** Result of {@link removeReview}. */
export type RemovalOutcome =
  | { readonly kind: "removed"; readonly revision: number; readonly wasPublished: boolean }
  /** Nothing was changed. */
  | { readonly kind: "removed_before"; readonly removedAt: number }
  | { readonly kind: "unknown" };

/** A review to take down, and why. */
export interface NewRemoval {
  readonly id: string;
  readonly reason: RemovalReason;
}

/** Erases a review and keeps later imports from bringing it back. Calling it twice changes nothing. */
export async function removeReview(store: Store, { id, reason }: NewRemoval): Promise<RemovalOutcome> {
  const outcome = await removeReviews(store, { ids: [id], reason });
  if (outcome.kind === "unknown") return { kind: "unknown" };
  const [removed] = outcome.removed;
  if (removed === undefined) return { kind: "removed_before", removedAt: outcome.removedBefore[0]?.removedAt ?? 0 };
  return { kind: "removed", revision: outcome.revision, wasPublished: removed.wasPublished };
}

/** Reviews to take down together, for one reason. */
export interface NewRemovals {
  readonly ids: readonly string[];
  readonly reason: RemovalReason;
}

/** Result of {@link removeReviews}. */
export type RemovalsOutcome =
  /** Nothing was changed: no review was ever kept under these ids. */
  | { readonly kind: "unknown"; readonly ids: readonly string[] }
  | {
      readonly kind: "done";
      readonly removed: readonly { readonly id: string; readonly wasPublished: boolean }[];
      readonly removedBefore: readonly { readonly id: string; readonly removedAt: number }[];
      /** Copies that count from now on in the place of what was removed. */
      readonly successors: readonly Successor[];
      /** As it was before where nothing is removed. */
      readonly revision: number;
    };

/** Removes reviews as one change, all or none. Calling it twice changes nothing. */
export function removeReviews(store: Store, { ids, reason }: NewRemovals): Promise<RemovalsOutcome> {
  return store.reviews.write(async (writes): Promise<RemovalsOutcome> => {
    const wanted = [...new Set(ids)];
    const found = await writes.reviewsById(wanted, { withoutMentions: false, withoutLanguage: false });
    const foundIds = new Set(found.map(({ id }) => id));
    const { kept, unknown } = await keptRemovals(
      writes,
      wanted.filter((id) => !foundIds.has(id)),
    );
    if (unknown.length > 0) return { kind: "unknown", ids: unknown };
    const at = instantOfChange(writes.now, await writes.state());
    const fresh = found.map((review) => removalOf(review, reason, at));
    // What is only missing since a file replaced the set is kept out from now on.
    const keptOut = kept.filter(({ suppressed }) => !suppressed).map((each) => ({ ...each, suppressed: true, reason }));
    const removed = [...fresh, ...keptOut];
    const removedBefore = kept.filter(({ suppressed }) => suppressed);
    if (removed.length === 0) {
      return { kind: "done", removed, removedBefore, successors: [], revision: (await writes.state()).revision };
    }
    await writes.saveRemovals(removed);
    await writes.eraseReviews([...foundIds]);
    const joins = await rejoin(writes, found, at);
    const lines: Change["lines"][number][] = removed.map(({ id }) => ({ reviewId: id, detail: { removed: reason } }));
    lines.push(...joins.flatMap(joinLines));
    const revision = await writes.recordChange({ command: "remove", at, lines });
    return { kind: "done", removed, removedBefore, successors: successorsOf(joins, foundIds), revision };
  });
}

/** The copies that would count in the place of some reviews, if those were removed. */
export function successorsAfter(store: Store, ids: readonly string[]): Promise<readonly Successor[]> {
  return store.reviews.read(async (reads) => {
    const found = await reads.reviewsById([...new Set(ids)], { withoutMentions: false, withoutLanguage: false });
    const removed = new Map(found.map(({ id }) => [id, null] as const));
    return successorsOf(await findJoins(reads, found, removed), new Set(removed.keys()));
  });
}

async function keptRemovals(writes: ReviewWrites, ids: readonly string[]) {
  const kept: StoredRemoval[] = [];
  const unknown: string[] = [];
  for (const id of ids) {
    const removal = await writes.removal(id);
    if (removal === undefined) unknown.push(id);
    else kept.push(removal);
  }
  return { kept, unknown };
}

function removalOf(review: StoredReview, reason: RemovalReason, removedAt: number): StoredRemoval {
  const { id, source, sourceId, withheld, copyOf } = review;
  const wasPublished = withheld === null && copyOf === null;
  return {
    ...{ id, source, sourceId, reason, removedAt, wasPublished },
    suppressed: true,
    contentHash: storedContentHash(review),
  };
}

/** Result of {@link restoreReview}. */
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
  readonly command: "restore";
  readonly reviewId: string;
  readonly detail: Record<string, unknown>;
}

async function recordOne(writes: ReviewWrites, { command, reviewId, detail }: OneChange): Promise<number> {
  const at = instantOfChange(writes.now, await writes.state());
  return writes.recordChange({ command, at, lines: [{ reviewId, detail }] });
}
