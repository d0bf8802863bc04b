/** Saves an import in one transaction, some reviews at a time. */
import type { NamePolicy } from "../../review/mod.ts";
import { CONTACT_HASH_KEY } from "../contact_hashes.ts";
import type { WrittenReview } from "../import_changes.ts";
import type { LoggedChange, StoredRemoval } from "../review_store.ts";
import { NAME_POLICY } from "../settings.ts";
import type { ReviewWrites, Store } from "../store.ts";
import type { StoredReview } from "../stored_review.ts";
import { joinLines, saveJoins } from "./join_copies.ts";
import { type ImportGround, type ImportPlan, JOINED_UNDER, JOINING, type PlanCounts } from "./plan_import.ts";

export interface ImportSummary
  extends PlanCounts,
    Pick<ImportGround, "base" | "business" | "businessChanged" | "replacesSample"> {}

export function summaryOf({ base, business, businessChanged, replacesSample, counts }: ImportPlan): ImportSummary {
  return { base, business, businessChanged, replacesSample, ...counts };
}

type SavedImport = { readonly kind: "saved"; readonly revision: number } | { readonly kind: "outdated" };

interface SaveOptions {
  readonly command: string;
  readonly files: readonly string[];
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly namePolicy?: NamePolicy | undefined;
  /** Saves in the same transaction what the change belongs to. If it returns false, nothing is saved. */
  readonly alongside?: (writes: ReviewWrites) => Promise<boolean>;
  readonly onProgress?: (done: number) => void;
}

/** How many revisions back an import can be undone. */
const UNDONE_REVISIONS = 50;

/** Saves all of a plan or, when the store moved on since, nothing. */
export function saveImport(store: Store, plan: ImportPlan, options: SaveOptions): Promise<SavedImport> {
  return store.reviews.write(async (writes): Promise<SavedImport> => {
    if (!(await beginSaving(writes, plan, options))) return { kind: "outdated" };
    const lines: LoggedChange["lines"][number][] = [{ detail: detailOf(plan, options) }];
    const removed = plan.changes.leftOut("removed");
    // Comes first: a removed review may return under another id.
    await writes.saveRemovals(removed.map((review) => removalOf(review, "replaced", plan.at)));
    await writes.deleteReviews(removed.map(({ id }) => id));
    await saveBefore(writes, plan, removed);
    lines.push(...(await saveWritten(writes, plan, options)));
    lines.push(...removed.map(({ id }) => ({ reviewId: id, detail: { removed: "replaced" } })));
    for (const joins of plan.changes.joins()) {
      const ofOthers = joins.filter(({ before }) => !plan.changes.isWritten(before.id));
      await saveJoins(writes, ofOthers, plan.at);
      lines.push(...joins.flatMap(joinLines));
    }
    const revision = await writes.recordChange({ command: options.command, at: plan.at, lines });
    return { kind: "saved", revision };
  });
}

/** Saves the parts of a plan besides its reviews; false, and nothing saved, when the store has changed since it was made. */
async function beginSaving(
  writes: ReviewWrites,
  { base, markKey, replacesSample, businessChanged, business }: ImportPlan,
  { namePolicy, alongside }: SaveOptions,
): Promise<boolean> {
  if ((await writes.state()).revision !== base.revision) return false;
  // Marks under another key than one that was saved since would never match.
  if (markKey.isNew && (await writes.makeSetting(CONTACT_HASH_KEY, markKey.value)) !== markKey.value) return false;
  if (alongside !== undefined && !(await alongside(writes))) return false;
  if (replacesSample) await writes.deleteAll();
  if (businessChanged) await writes.saveBusiness(business);
  if (namePolicy !== undefined) await writes.saveSetting(NAME_POLICY, namePolicy);
  await writes.saveSetting(JOINED_UNDER, JOINING);
  return true;
}

async function saveWritten(writes: ReviewWrites, plan: ImportPlan, { onProgress }: SaveOptions) {
  const tombstones = new Set((await writes.removals()).map(({ id }) => id));
  const lines: LoggedChange["lines"][number][] = [];
  let done = 0;
  for (const page of plan.changes.written()) {
    await writes.saveReviews(
      page.map((change) => reviewAfter(change, plan)),
      (some) => onProgress?.(done + some),
    );
    await writes.deleteRemovals(page.flatMap(({ id }) => (tombstones.has(id) ? [id] : [])));
    const changed = page.filter((change) => change.kind !== "added");
    // The owner cannot undo what authors do themselves, and none of the previous content is kept.
    if (!plan.isFromAuthor) {
      await saveBefore(
        writes,
        plan,
        changed.map(({ before }) => before),
      );
    }
    lines.push(...changed.map((change) => ({ reviewId: change.id, detail: lineOf(change) })));
    done += page.length;
  }
  return lines;
}

function lineOf(change: Exclude<WrittenReview, { kind: "added" }>): Record<string, unknown> {
  return change.kind === "changed" ? { changed: change.fields } : { gone_at_source: change.after.goneAtSource };
}

function reviewAfter({ kind, after, join, analysis }: WrittenReview, { at }: ImportPlan): StoredReview {
  // A copy that came with this import was never published.
  const isSeen = join !== null && kind !== "added";
  return { ...after, ...analysis, ...join, ...(isSeen && { updatedAt: at }) };
}

async function saveBefore(writes: ReviewWrites, { base }: ImportPlan, images: readonly StoredReview[]): Promise<void> {
  if (images.length === 0) return;
  const revision = base.revision + 1;
  await writes.saveBeforeImages(revision, images, revision - UNDONE_REVISIONS);
}

/** The removal of a review that is missing from a file: a later file may bring it back. */
export function removalOf(
  { id, source, sourceId, withheld, copyOf }: StoredReview,
  reason: StoredRemoval["reason"],
  removedAt: number,
): StoredRemoval {
  const wasPublished = withheld === null && copyOf === null;
  const row = { id, source, sourceId, reason, removedAt, wasPublished };
  return { ...row, suppressed: false, contentHash: null, rating: null };
}

function detailOf({ counts, businessChanged, replacesSample }: ImportPlan, { files, detail }: SaveOptions) {
  const { added, changed, gone, removed, suppressed } = counts;
  return {
    files,
    added,
    changed,
    removed,
    suppressed,
    ...(gone > 0 && { gone }),
    ...(businessChanged && { business: "changed" }),
    ...(replacesSample && { sample: "replaced" }),
    ...detail,
  };
}
