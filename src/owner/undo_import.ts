/** Takes an import back as a batch, as long as the store remembers what it overwrote. */

import { joinLines, rejoin, removalOf } from "../store/import/mod.ts";
import {
  type ChangeLogLine,
  instantOfChange,
  instantOfRank,
  isAuthors,
  type ReviewReads,
  type ReviewWrites,
  type Store,
  type StoredReview,
} from "../store/mod.ts";

type UndoOutcome =
  | { readonly kind: "undone"; readonly revision: number; readonly takenOut: number; readonly restored: number }
  /** There is no such revision, it was no import, or it was undone before. Nothing was changed. */
  | { readonly kind: "unknown" | "no_import" | "undone_before" | "nothing_left" }
  /** These reviews were changed after the import. Nothing was changed. */
  | { readonly kind: "overtaken"; readonly ids: readonly string[] };

interface UndoOptions {
  readonly revision: number;
  /** Whether reviews that were changed after the import are left as they are; else one of them refuses the undo. */
  readonly leaveOvertaken: boolean;
}

/** Undoes the import of a revision. What was removed since stays removed, since its content is erased. */
export function undoImport({ reviews }: Store, { revision, leaveOvertaken }: UndoOptions): Promise<UndoOutcome> {
  return reviews.write(async (writes): Promise<UndoOutcome> => {
    const lines = await writes.log({ revision, limit: ALL });
    const first = lines.find(({ detail }) => "added" in detail) ?? lines[0];
    if (first === undefined) return { kind: "unknown" };
    if (first.command !== "import") return { kind: "no_import" };
    const undone = await writes.log({ command: "undo", limit: ALL });
    if (undone.some(({ detail }) => detail.undone === revision)) return { kind: "undone_before" };
    const batch = await batchOf(writes, first);
    const overtaken = await overtakenOf(writes, revision, batch);
    if (overtaken.length > 0 && !leaveOvertaken) return { kind: "overtaken", ids: overtaken };
    const left = (review: StoredReview) => !overtaken.includes(review.id);
    const [added, former] = [batch.added.filter(left), batch.former.filter(left)];
    return added.length + former.length === 0
      ? { kind: "nothing_left" }
      : takeBack(writes, { revision, added, former });
  });
}

const ALL = Number.MAX_SAFE_INTEGER;

/** An import as it was done. */
interface PastImport {
  readonly revision: number;
  readonly at: number;
  /** Who did it in the console; null for the command line. */
  readonly by: string | null;
  readonly added: number;
  readonly changed: number;
  readonly isUndone: boolean;
}

/** The last imports, the latest first. */
export function importsOf({ reviews }: Store, most: number): Promise<PastImport[]> {
  return reviews.read(async (reads) => {
    const undone = await reads.log({ command: "undo", reviewId: null, limit: ALL });
    const isUndone = new Set(undone.map(({ detail }) => detail.undone));
    const lines = await reads.log({ command: "import", reviewId: null, limit: most });
    return lines.map(({ revision, at, by, detail: { added, changed } }) => ({
      ...{ revision, at, by, added: Number(added) || 0, changed: Number(changed) || 0 },
      isUndone: isUndone.has(revision),
    }));
  });
}

interface Batch {
  /** Reviews that the import added, as they are now. */
  readonly added: readonly StoredReview[];
  /** Reviews that it changed or took out, as they were before. */
  readonly former: readonly StoredReview[];
}

/**
 * What an import added is dated up to a second back from it, where what an earlier one added, or an answer, may be near: the
 * last that were saved are those that it counted.
 */
async function batchOf(reads: ReviewReads, { revision, at, detail }: ChangeLogLine): Promise<Batch> {
  const near = (await reads.reviewsSavedBetween(at - 999, at)).filter((review) => !isAuthors(review));
  const count = typeof detail.added === "number" ? detail.added : near.length;
  return { added: near.slice(Math.max(0, near.length - count)), former: await reads.beforeImages(revision) };
}

async function overtakenOf(reads: ReviewReads, revision: number, { added, former }: Batch): Promise<string[]> {
  const ids = new Set([...added, ...former].map(({ id }) => id));
  const later = await reads.log({ after: revision, limit: ALL });
  const changed = later.filter(({ detail }) => !("joined_with" in detail || "split_from" in detail));
  return [...new Set(changed.flatMap(({ reviewId }) => reviewId ?? []))].filter((id) => ids.has(id)).sort();
}

async function takeBack(writes: ReviewWrites, { revision, added, former }: Batch & { readonly revision: number }) {
  const at = instantOfChange(writes.now, await writes.state());
  const ids = former.map(({ id }) => id);
  const current = await writes.reviewsById(ids, { withoutMentions: false, withoutLanguage: false });
  const standing = new Map(current.map((review) => [review.id, review]));
  await writes.saveRemovals(added.map((review) => removalOf(review, "undone", at)));
  await writes.deleteReviews(added.map(({ id }) => id));
  await writes.saveReviews(
    former.map((review, rank) => restored(review, standing.get(review.id), instantOfRank(at, rank))),
  );
  await writes.deleteRemovals(ids);
  const joins = await rejoin(writes, [...added, ...current, ...former], at);
  const lines = [
    { detail: { undone: revision, taken_out: added.length, restored: former.length } },
    ...added.map(({ id }) => ({ reviewId: id, detail: { removed: "undone" } })),
    ...former.map(({ id }) => ({ reviewId: id, detail: { restored_from_before: revision } })),
    ...joins.flatMap(joinLines),
  ];
  const undone = await writes.recordChange({ command: "undo", at, lines });
  return { kind: "undone" as const, revision: undone, takenOut: added.length, restored: former.length };
}

/** What a review is a copy of is found anew. */
function restored(former: StoredReview, current: StoredReview | undefined, updatedAt: number): StoredReview {
  return { ...former, copyOf: current?.copyOf ?? null, alsoAt: current?.alsoAt ?? [], updatedAt };
}
