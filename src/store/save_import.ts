/**
 * Carries out the plan of an import: one immediate transaction, one revision.
 *
 * @module
 */
import type { NamePolicy } from "../review/mod.ts";
import type { ImportPlan } from "./import_plan.ts";
import { type ChangedJoin, joinLines, saveJoins } from "./join_copies.ts";
import { JOINED_UNDER, JOINING } from "./join_plan.ts";
import { MARK_KEY } from "./marks.ts";
import { NAME_POLICY } from "./name_policy.ts";
import type { Change } from "./ports/log.ts";
import type { ReviewWrites, StoredRemoval } from "./ports/reviews.ts";
import type { Store } from "./ports/store.ts";
import type { StoredReview } from "./stored_review.ts";

/** What was saved, or that somebody else changed the store since the plan was made. */
export type SavedImport =
  | { readonly kind: "saved"; readonly revision: number }
  /** Nothing was changed; plan anew. */
  | { readonly kind: "outdated" };

/** Log details and progress reporting for {@link saveImport}. */
export interface SaveOptions {
  /** Name of the command, for the log. */
  readonly command: string;
  /** Names of the files, for the log. */
  readonly files: readonly string[];
  /** Remembered for later imports when the owner has chosen one. */
  readonly namePolicy?: NamePolicy | undefined;
  /** Told how many reviews are written. */
  readonly onProgress?: (done: number) => void;
}

/** How many revisions back an import can be undone. */
export const UNDONE_REVISIONS = 50;

/** Saves all of a plan or, when the store moved on since, nothing. */
export function saveImport(store: Store, plan: ImportPlan, options: SaveOptions): Promise<SavedImport> {
  return store.reviews.write(async (writes): Promise<SavedImport> => {
    if (!(await beginSaving(writes, plan, options))) return { kind: "outdated" };
    await writes.saveRemovals(plan.removed.map((review) => replacedRemoval(review, plan.at)));
    await writes.deleteReviews(plan.removed.map(({ id }) => id));
    await saveJoins(writes, joinsOfOthers(plan), plan.at);
    await writeReviews(writes, [...plan.added, ...plan.changed.map(({ after }) => after)], options);
    const revision = await writes.recordChange(changeOf(plan, options));
    const overwritten = [...plan.changed.map(({ before }) => before), ...plan.removed];
    await writes.saveBeforeImages(revision, overwritten, revision - UNDONE_REVISIONS);
    return { kind: "saved", revision };
  });
}

/** What every plan of an import says besides its reviews. */
type PlannedBasis = Pick<ImportPlan, "base" | "markKey" | "replacesSample" | "businessChanged" | "business">;

/** Saves what a plan says besides its reviews; false, and nothing saved, when the store moved on since it was made. */
export async function beginSaving(
  writes: ReviewWrites,
  { base, markKey, replacesSample, businessChanged, business }: PlannedBasis,
  { namePolicy }: SaveOptions,
): Promise<boolean> {
  if ((await writes.state()).revision !== base.revision) return false;
  // Marks under another key than the one that others kept meanwhile would never match.
  if (markKey.isNew && (await writes.makeSetting(MARK_KEY, markKey.value)) !== markKey.value) return false;
  if (replacesSample) await writes.deleteAll();
  if (businessChanged) await writes.saveBusiness(business);
  if (namePolicy !== undefined) await writes.saveSetting(NAME_POLICY, namePolicy);
  await writes.saveSetting(JOINED_UNDER, JOINING);
  return true;
}

/** The joins of reviews that the plan does not write whole. */
function joinsOfOthers({ added, changed, joins }: ImportPlan): ChangedJoin[] {
  const written = new Set([...added.map(({ id }) => id), ...changed.map(({ after }) => after.id)]);
  return joins.filter(({ before }) => !written.has(before.id));
}

function replacedRemoval({ id, source, sourceId, withheld, copyOf }: StoredReview, removedAt: number): StoredRemoval {
  const wasPublished = withheld === null && copyOf === null;
  return { id, source, sourceId, reason: "replaced", removedAt, wasPublished, suppressed: false, contentHash: null };
}

/** Writes reviews, and takes back the tombstones of those that return. */
async function writeReviews(
  writes: ReviewWrites,
  written: readonly StoredReview[],
  { onProgress }: SaveOptions,
): Promise<void> {
  const removed = new Set((await writes.removals()).map(({ id }) => id));
  await writes.saveReviews(written, onProgress);
  await writes.deleteRemovals(written.map(({ id }) => id).filter((id) => removed.has(id)));
}

function changeOf(plan: ImportPlan, { command, files }: SaveOptions): Change {
  const summary = {
    files,
    added: plan.added.length,
    changed: plan.changed.length,
    removed: plan.removed.length,
    suppressed: plan.suppressed.length,
    ...(plan.businessChanged && { business: "changed" }),
    ...(plan.replacesSample && { sample: "replaced" }),
  };
  return {
    command,
    at: plan.at,
    lines: [
      { detail: summary },
      ...plan.changed.map(({ after, fields }) => ({ reviewId: after.id, detail: { changed: fields } })),
      ...plan.removed.map(({ id }) => ({ reviewId: id, detail: { removed: "replaced" } })),
      ...plan.joins.flatMap(joinLines),
    ],
  };
}
