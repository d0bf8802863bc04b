/**
 * Taking a review down, for good, and lifting what keeps it from coming back.
 *
 * The content is erased. What stays is the tombstone that readers are shown and the suppression that later imports obey.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import { instantOfChange, readEditionState, recordChange } from "./edition.ts";
import { removals, reviews } from "./schema.ts";
import type { Store } from "./store.ts";

/** Why a review may be taken down. That its rating is low is no reason. */
export const REMOVAL_REASONS = ["request", "privacy", "legal", "spam", "duplicate", "insider"] as const;
export type RemovalReason = (typeof REMOVAL_REASONS)[number];

export type RemovalOutcome =
  | { readonly kind: "removed"; readonly revision: number; readonly wasPublished: boolean }
  /** Nothing was changed. */
  | { readonly kind: "removed_before"; readonly removedAt: number }
  | { readonly kind: "unknown" };

/** Erases a review and keeps later imports from bringing it back. Calling it twice changes nothing. */
export function removeReview(store: Store, id: string, reason: RemovalReason, now: number): RemovalOutcome {
  const outcome = store.transaction(
    (transaction): RemovalOutcome => {
      const review = transaction.select().from(reviews).where(sql`${reviews.id} = ${id}`).get();
      if (review === undefined) return withoutReview(transaction, id, reason, now);
      const at = instantOfChange(now, readEditionState(transaction));
      const row = {
        id,
        source: review.source,
        sourceId: review.sourceId,
        reason,
        removedAt: at,
        wasPublished: review.withheld === null ? 1 : 0,
        suppressed: 1,
      };
      transaction.insert(removals).values(row).onConflictDoUpdate({ target: removals.id, set: row }).run();
      transaction.delete(reviews).where(sql`${reviews.id} = ${id}`).run();
      const revision = recordRemoval(transaction, id, { removed: reason }, at);
      return { kind: "removed", revision, wasPublished: row.wasPublished === 1 };
    },
    { behavior: "immediate" },
  );
  if (outcome.kind === "removed") forgetOldPages(store);
  return outcome;
}

/** A review that is only missing since a file replaced the set is kept out from now on. */
function withoutReview(transaction: Store, id: string, reason: RemovalReason, now: number): RemovalOutcome {
  const removal = findRemoval(transaction, id);
  if (removal === undefined) return { kind: "unknown" };
  if (removal.suppressed === 1) return { kind: "removed_before", removedAt: removal.removedAt };
  transaction.update(removals).set({ suppressed: 1, reason }).where(sql`${removals.id} = ${id}`).run();
  const at = instantOfChange(now, readEditionState(transaction));
  const revision = recordRemoval(transaction, id, { removed: reason }, at);
  return { kind: "removed", revision, wasPublished: removal.wasPublished === 1 };
}

export type RestoreOutcome =
  | { readonly kind: "restored"; readonly revision: number }
  /** Nothing keeps it out. */
  | { readonly kind: "not_suppressed" }
  | { readonly kind: "unknown" };

/** Lets the next import bring a review back that was taken down. Its content is gone until then. */
export function restoreReview(store: Store, id: string, now: number): RestoreOutcome {
  return store.transaction(
    (transaction): RestoreOutcome => {
      const removal = findRemoval(transaction, id);
      if (removal?.suppressed === 1) {
        transaction.update(removals).set({ suppressed: 0 }).where(sql`${removals.id} = ${id}`).run();
        const at = instantOfChange(now, readEditionState(transaction));
        return { kind: "restored", revision: recordRemoval(transaction, id, { restored: removal.reason }, at) };
      }
      const isKept = transaction.select({ id: reviews.id }).from(reviews).where(sql`${reviews.id} = ${id}`).get();
      return removal || isKept ? { kind: "not_suppressed" } : { kind: "unknown" };
    },
    { behavior: "immediate" },
  );
}

function findRemoval(transaction: Store, id: string): typeof removals.$inferSelect | undefined {
  return transaction.select().from(removals).where(sql`${removals.id} = ${id}`).get();
}

function recordRemoval(transaction: Store, reviewId: string, detail: Record<string, unknown>, at: number): number {
  const command = "restored" in detail ? "restore" : "remove";
  return recordChange(transaction, { command, at, lines: [{ reviewId, detail }] });
}

/** The write-ahead log still holds the page the review stood on; readers that are busy with it only delay this. */
function forgetOldPages(store: Store): void {
  store.values(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
}
