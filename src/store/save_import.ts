/**
 * Carries out the plan of an import: one immediate transaction, one revision.
 *
 * @module
 */
import { type DriverValueEncoder, type SQL, sql } from "drizzle-orm";
import type { NamePolicy } from "../review/mod.ts";
import { REVIEW_COLUMNS } from "../sql/review_rows.ts";
import { removals, reviews } from "../sql/schema.ts";
import { type Change, readEditionState, recordChange, saveBusiness } from "./edition.ts";
import { saveNamePolicy } from "./name_policy.ts";
import type { ImportPlan } from "./plan_import.ts";
import type { Store } from "./store.ts";
import type { StoredReview } from "./stored_review.ts";

/** What was saved, or that somebody else changed the store since the plan was made. */
export type SavedImport =
  | { readonly kind: "saved"; readonly revision: number }
  /** Nothing was changed; plan anew. */
  | { readonly kind: "outdated" };

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

/** Saves all of a plan or, when the store moved on since, nothing. */
export function saveImport(store: Store, plan: ImportPlan, options: SaveOptions): SavedImport {
  return store.transaction(
    (transaction) => {
      if (readEditionState(transaction).revision !== plan.base.revision) return { kind: "outdated" };
      if (plan.replacesSample) {
        transaction.delete(reviews).run();
        transaction.delete(removals).run();
      }
      if (plan.businessChanged) saveBusiness(transaction, plan.business);
      if (options.namePolicy !== undefined) saveNamePolicy(transaction, options.namePolicy);
      removeReviews(transaction, plan);
      writeReviews(transaction, [...plan.added, ...plan.changed.map(({ after }) => after)], options.onProgress);
      return { kind: "saved", revision: recordChange(transaction, changeOf(plan, options)) };
    },
    { behavior: "immediate" },
  );
}

function removeReviews(transaction: Store, { removed, at }: ImportPlan): void {
  for (const review of removed) {
    const row = {
      id: review.id,
      source: review.source,
      sourceId: review.sourceId,
      reason: "replaced",
      removedAt: at,
      wasPublished: review.withheld === null,
      suppressed: false,
    };
    transaction.insert(removals).values(row).onConflictDoUpdate({ target: removals.id, set: row }).run();
    transaction.delete(reviews).where(sql`${reviews.id} = ${review.id}`).run();
  }
}

/** Inserts or updates reviews by id, and takes back the tombstones of those that return. */
function writeReviews(transaction: Store, written: readonly StoredReview[], onProgress?: (done: number) => void): void {
  const names = Object.keys(REVIEW_COLUMNS) as (keyof StoredReview)[];
  const upsert = transaction
    .insert(reviews)
    .values(Object.fromEntries(names.map((name) => [name, boundValue(name)])) as Record<keyof StoredReview, SQL>)
    .onConflictDoUpdate({
      target: reviews.id,
      set: Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${REVIEW_COLUMNS[name].name}"`)])),
    })
    .prepare();
  const returning = new Set(
    transaction
      .select({ id: removals.id })
      .from(removals)
      .all()
      .map(({ id }) => id),
  );
  for (const [at, review] of written.entries()) {
    upsert.run(review);
    if (returning.has(review.id)) transaction.delete(removals).where(sql`${removals.id} = ${review.id}`).run();
    onProgress?.(at + 1);
  }
}

/** Drizzle would write an absent value of a JSON column as JSON, the text `null`, which no `IS NULL` finds. */
function boundValue(name: keyof StoredReview): SQL {
  const column: DriverValueEncoder<unknown, unknown> = REVIEW_COLUMNS[name];
  const encoder = { mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)) };
  return sql`${sql.param(sql.placeholder(name), encoder)}`;
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
    ],
  };
}
