/** Removals of one review, as most tests need them. */
import { remove } from "../../src/owner/remove.ts";
import type { RemovalReason } from "../../src/review/mod.ts";
import type { Store } from "../../src/store/mod.ts";
import { perform } from "./perform.ts";

interface NewRemoval {
  readonly id: string;
  readonly reason: RemovalReason;
}

/** The outcome of `remove` for a single review. */
export async function removeReview(store: Store, { id, reason }: NewRemoval) {
  const outcome = await perform(remove, store, id, { reason });
  if (outcome.kind !== "done") return { kind: outcome.because };
  const data = outcome.data as {
    readonly removed_at?: string;
    readonly revision?: number;
    readonly was_published?: boolean;
  };
  return outcome.isSame
    ? { kind: "removed_before", removedAt: Date.parse(data.removed_at ?? "") }
    : { kind: "removed", revision: data.revision, wasPublished: data.was_published };
}
