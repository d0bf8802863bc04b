/**
 * Taking reviews down, for good, and lifting what keeps it from coming back.
 *
 * The content is erased. What stays is the tombstone that readers are shown and the suppression that later imports obey.
 */
import { keptContentHash, type RemovalReason } from "../review/mod.ts";
import {
  erasedBefore,
  erasureDigest,
  findJoins,
  joinLines,
  rejoin,
  removalOf,
  type Successor,
  successorsOf,
} from "../store/import/mod.ts";
import {
  instantOfChange,
  isAuthors,
  type LoggedChange,
  type ReviewWrites,
  type Store,
  type StoredRemoval,
  type StoredReview,
} from "../store/mod.ts";
import { isAsSeen, type Seen } from "./review_state.ts";

/** Reviews to take down together, for one reason; only of a single one it is said what was seen. */
interface NewRemovals extends Seen {
  readonly ids: readonly string[];
  readonly reason: RemovalReason;
}

/** Result of {@link removeReviews}. */
type RemovalsOutcome =
  /** Nothing was changed: no review was ever kept under these ids. */
  | { readonly kind: "unknown"; readonly ids: readonly string[] }
  /** Nothing was changed: these came by links of ours, and this is no reason to take down what such an author says. */
  | { readonly kind: "authors"; readonly ids: readonly string[] }
  /** Nothing was changed: it is not as it was when its form was made. */
  | { readonly kind: "changed" }
  | {
      readonly kind: "done";
      readonly removed: readonly { readonly id: string; readonly wasPublished: boolean }[];
      readonly removedBefore: readonly { readonly id: string; readonly removedAt: number }[];
      /** Copies that count from now on in the place of what was removed. */
      readonly successors: readonly Successor[];
      /** As it was before where nothing is removed. */
      readonly revision: number;
    };

/** Why a review that came by a link of ours may be taken down. */
export const AUTHORS_REASONS: readonly RemovalReason[] = ["request", "privacy", "legal"];

/** Removes reviews as one change, all or none. Calling it twice changes nothing. */
export function removeReviews(store: Store, { ids, reason, expected }: NewRemovals): Promise<RemovalsOutcome> {
  return store.reviews.write(async (writes): Promise<RemovalsOutcome> => {
    const found = await writes.reviewsById([...new Set(ids)], { withoutMentions: false, withoutLanguage: false });
    if (found.some((review) => !isAsSeen(review, expected))) return { kind: "changed" };
    const authors = AUTHORS_REASONS.includes(reason) ? [] : found.filter(isAuthors);
    if (authors.length > 0) return { kind: "authors", ids: authors.map(({ id }) => id) };
    return removeWithin(writes, { ids, reason, command: "remove" });
  });
}

interface RemovalOrder {
  readonly ids: readonly string[];
  /** The owner's, or that the author took the review back. */
  readonly reason: RemovalReason | "withdrawn";
  /** For the log. */
  readonly command: string;
}

/** The same within a transaction, whoever asks for it. */
export async function removeWithin(
  writes: ReviewWrites,
  { ids, reason, command }: RemovalOrder,
): Promise<Exclude<RemovalsOutcome, { kind: "authors" | "changed" }>> {
  const wanted = [...new Set(ids)];
  const found = await writes.reviewsById(wanted, { withoutMentions: false, withoutLanguage: false });
  const foundIds = new Set(found.map(({ id }) => id));
  const { kept, unknown } = await keptRemovals(
    writes,
    wanted.filter((id) => !foundIds.has(id)),
  );
  if (unknown.length > 0) return { kind: "unknown", ids: unknown };
  const at = instantOfChange(writes.now, await writes.state());
  const fresh = found.map((review) => suppressedRemoval(review, reason, at));
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
  const lines: LoggedChange["lines"][number][] = removed.map(({ id }) => ({
    reviewId: id,
    detail: { removed: reason },
  }));
  lines.push(...joins.flatMap(joinLines));
  const revision = await writes.recordChange({ command, at, lines });
  return { kind: "done", removed, removedBefore, successors: successorsOf(joins, foundIds), revision };
}

/** The copies that would count in the place of some reviews, if those were removed. */
export function successorsAfter(store: Store, ids: readonly string[]): Promise<readonly Successor[]> {
  return store.reviews.read(async (reads) => {
    const found = await reads.reviewsById([...new Set(ids)], { withoutMentions: false, withoutLanguage: false });
    const removed = new Set(found.map(({ id }) => id));
    const joinableBetween = async (first: string, last: string) =>
      (await reads.joinableBetween(first, last)).filter(({ id }) => !removed.has(id));
    return successorsOf(await findJoins({ setting: reads.setting, joinableBetween }, found), removed);
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

function suppressedRemoval(review: StoredReview, reason: RemovalOrder["reason"], removedAt: number): StoredRemoval {
  const rating = isAuthors(review) ? review.rating : null;
  const contentHash = keptContentHash(review);
  return { ...removalOf(review, reason, removedAt), suppressed: true, contentHash, rating };
}

/** Result of {@link restoreReview}. */
type RestoreOutcome =
  | { readonly kind: "restored"; readonly revision: number }
  /** Nothing keeps it out. */
  | { readonly kind: "not_suppressed" }
  /** It came by a link of ours: no file says again what its author took back, or what was taken down. */
  | { readonly kind: "authors" }
  | { readonly kind: "unknown" };

/** Lets the next import bring a review back that was taken down. Its content is gone until then. */
export function restoreReview(store: Store, id: string): Promise<RestoreOutcome> {
  return store.reviews.write(async (writes): Promise<RestoreOutcome> => {
    const removal = await writes.removal(id);
    if (removal?.suppressed) {
      if ((await writes.jobs.byReview(id)) !== undefined) return { kind: "authors" };
      await writes.saveRemovals([{ ...removal, suppressed: false }]);
    } else if (!(await liftErasure(writes, id))) {
      const isKept = (await writes.review(id)) !== undefined;
      return removal || isKept ? { kind: "not_suppressed" } : { kind: "unknown" };
    }
    const at = instantOfChange(writes.now, await writes.state());
    const lines = [{ reviewId: id, detail: { restored: removal?.suppressed ? removal.reason : "erased" } }];
    return { kind: "restored", revision: await writes.recordChange({ command: "restore", at, lines }) };
  });
}

/** Of what was erased before a backup was put back, nothing but a digest may be left. */
async function liftErasure(writes: ReviewWrites, id: string): Promise<boolean> {
  const key = await writes.setting("erasure_key");
  const digests = erasedBefore(await writes.setting("erased"));
  const digest = key === undefined ? "" : erasureDigest(key, "review", id);
  if (!digests.includes(digest)) return false;
  await writes.saveSetting("erased", digests.filter((each) => each !== digest).join(" "));
  return true;
}
