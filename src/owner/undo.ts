/** Undoes an import as a whole, as long as the store remembers what it overwrote. */

import Type from "typebox";
import { cameByOwnLink } from "../review/mod.ts";
import { joinLines, rejoin, removalOf } from "../store/import/mod.ts";
import {
  type ChangeLogLine,
  instantOfChange,
  instantOfRank,
  type ReviewReads,
  type ReviewWrites,
  type Store,
  type StoredReview,
} from "../store/mod.ts";
import { act, done, type Subject } from "./act.ts";
import { field } from "./act_input.ts";
import { refused } from "./refusal.ts";

const revision: Subject<{ readonly revision: number }> = {
  argument: { name: "<revision>", description: "revision of the import; see goodword log" },
  path: "import/revisions/:id",
  unknown: "act.noRevision",
  async find(reads, [given = ""]) {
    const revision = Number(given);
    return (await reads.log({ revision, limit: 1 })).length === 0 ? [] : [{ revision }];
  },
  id: ({ revision }) => String(revision),
  shape: /^\d{1,15}$/,
};

export const undo = act({
  name: "undo",
  subject: revision,
  details:
    "Deletes the reviews that it added, and restores those that it changed or deleted; the profile of the business stays. " +
    "Reviews removed since then stay removed, since their content is erased.",
  examples: [["goodword undo 12", "the wrong file was imported as revision 12"]],
  input: Type.Object({
    force: Type.Optional(Type.Boolean(field({ flags: "--force", help: "keep reviews that have changed since" }))),
  }),
  async run(writes, { one: { revision }, input }) {
    const lines = await writes.log({ revision, limit: ALL });
    const line = lines.find(({ detail }) => "added" in detail) ?? lines[0];
    if (line?.command !== "import") return refused("unknown", "act.noImport", { id: revision });
    const undone = await writes.log({ command: "undo", limit: ALL });
    if (undone.some(({ detail }) => detail.undone === revision))
      return refused("changed", "act.undoneBefore", { id: revision });
    const batch = await batchOf(writes, line);
    const overtaken = await overtakenOf(writes, revision, batch);
    if (overtaken.length > 0 && !input.force) {
      return refused("changed", "import.overtaken", { count: overtaken.length }, "force");
    }
    const left = (review: StoredReview) => !overtaken.includes(review.id);
    const added = batch.added.filter(left);
    const former = batch.former.filter(left);
    if (added.length + former.length === 0) return refused("changed", "import.cannotUndo");
    const data = await takeBack(writes, { revision, added, former });
    const what = `${data.taken_out} deleted, ${data.restored} restored; revision ${data.revision}`;
    return done({ lines: [what], data, notice: "done.undone" });
  },
});

const ALL = Number.MAX_SAFE_INTEGER;

export function importsOf({ reviews }: Store, most: number) {
  return reviews.read(async (reads) => {
    const undone = await reads.log({ command: "undo", reviewId: null, limit: ALL });
    const isUndone = new Set(undone.map(({ detail }) => detail.undone));
    const lines = await reads.log({ command: "import", reviewId: null, limit: most });
    return lines.map(({ revision, at, by, detail: { added, changed, gone } }) => ({
      revision,
      at,
      by,
      added: Number(added) || 0,
      changed: Number(changed) || 0,
      gone: Number(gone) || 0,
      isUndone: isUndone.has(revision),
    }));
  });
}

/** Additions may be dated a second before it, as those of others may be: take as many of the last as it counted. */
async function batchOf(reads: ReviewReads, { revision, at, detail }: ChangeLogLine) {
  const near = (await reads.reviewsSavedBetween(at - 999, at)).filter((review) => !cameByOwnLink(review));
  const count = typeof detail.added === "number" ? detail.added : near.length;
  return { added: near.slice(Math.max(0, near.length - count)), former: await reads.beforeImages(revision) };
}

type Batch = Awaited<ReturnType<typeof batchOf>>;

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
  return { undone: revision, taken_out: added.length, restored: former.length, revision: undone };
}

/** Keeps the current `copyOf` and `alsoAt`, which are computed again. */
function restored(former: StoredReview, current: StoredReview | undefined, updatedAt: number): StoredReview {
  return { ...former, copyOf: current?.copyOf ?? null, alsoAt: current?.alsoAt ?? [], updatedAt };
}
