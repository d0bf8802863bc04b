/**
 * Taking a review down, for good, and lifting what keeps it from coming back.
 *
 * The content is erased. What stays is the tombstone that readers are shown and the suppression that later imports obey.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import { removals, reviews } from "../sql/schema.ts";
import { instantOfChange, readEditionState, recordChange } from "./edition.ts";
import { storedContentHash } from "./join_drafts.ts";
import type { Store } from "./store.ts";

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
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Erases a review and keeps later imports from bringing it back. Calling it twice changes nothing. */
export function removeReview(store: Store, removal: NewRemoval): RemovalOutcome {
  const { id, reason, now } = removal;
  const outcome = store.transaction(
    (transaction): RemovalOutcome => {
      const review = transaction.select().from(reviews).where(sql`${reviews.id} = ${id}`).get();
      if (review === undefined) return keepOut(transaction, removal);
      const at = instantOfChange(now, readEditionState(transaction));
      const row = {
        id,
        source: review.source,
        sourceId: review.sourceId,
        reason,
        removedAt: at,
        wasPublished: review.withheld === null,
        suppressed: true,
        contentHash: storedContentHash(review),
      };
      transaction.insert(removals).values(row).onConflictDoUpdate({ target: removals.id, set: row }).run();
      transaction.delete(reviews).where(sql`${reviews.id} = ${id}`).run();
      const revision = recordOne(transaction, { command: "remove", reviewId: id, detail: { removed: reason }, at });
      return { kind: "removed", revision, wasPublished: row.wasPublished };
    },
    { behavior: "immediate" },
  );
  if (outcome.kind === "removed") forgetOldPages(store);
  return outcome;
}

/** A review that is only missing since a file replaced the set is kept out from now on. */
function keepOut(transaction: Store, { id, reason, now }: NewRemoval): RemovalOutcome {
  const removal = findRemoval(transaction, id);
  if (removal === undefined) return { kind: "unknown" };
  if (removal.suppressed) return { kind: "removed_before", removedAt: removal.removedAt };
  transaction.update(removals).set({ suppressed: true, reason }).where(sql`${removals.id} = ${id}`).run();
  const at = instantOfChange(now, readEditionState(transaction));
  const revision = recordOne(transaction, { command: "remove", reviewId: id, detail: { removed: reason }, at });
  return { kind: "removed", revision, wasPublished: removal.wasPublished };
}

export type RestoreOutcome =
  | { readonly kind: "restored"; readonly revision: number }
  /** Nothing keeps it out. */
  | { readonly kind: "not_suppressed" }
  | { readonly kind: "unknown" };

/** Lets the next import bring a review back that was taken down. Its content is gone until then. */
export function restoreReview(store: Store, { id, now }: Pick<NewRemoval, "id" | "now">): RestoreOutcome {
  return store.transaction(
    (transaction): RestoreOutcome => {
      const removal = findRemoval(transaction, id);
      if (removal?.suppressed) {
        transaction.update(removals).set({ suppressed: false }).where(sql`${removals.id} = ${id}`).run();
        const at = instantOfChange(now, readEditionState(transaction));
        const detail = { restored: removal.reason };
        return { kind: "restored", revision: recordOne(transaction, { command: "restore", reviewId: id, detail, at }) };
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

interface OneChange {
  readonly command: "remove" | "restore";
  readonly reviewId: string;
  readonly detail: Record<string, unknown>;
  readonly at: number;
}

function recordOne(transaction: Store, { command, reviewId, detail, at }: OneChange): number {
  return recordChange(transaction, { command, at, lines: [{ reviewId, detail }] });
}

/** The write-ahead log still holds the page the review stood on; readers that are busy with it only delay this. */
function forgetOldPages(store: Store): void {
  store.values(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
}
