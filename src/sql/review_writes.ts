/**
 * What a write transaction may do to the reviews.
 *
 * @module
 */
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Change, ReviewWrites, SettingName } from "../store/mod.ts";
import type { Sql } from "./dialect.ts";
import { readState } from "./edition.ts";
import { noteChanges } from "./note_changes.ts";
import { reviewReads } from "./review_reads.ts";
import { reviewColumns } from "./review_rows.ts";

/** The writes of a transaction that began at `now`. `onErase` is told that old copies of pages are to be forgotten. */
export function reviewWrites(connection: Sql, now: number, onErase: () => void): ReviewWrites {
  const { db, dialect, tables } = connection;
  const { beforeImages, business, keys, removals, reviews, revisions, withdrawals } = tables;
  const reads = reviewReads(connection, now);
  const notes = noteChanges(connection);
  const deleteReviews = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    const isMeant = dialect.isOneOf(reviews.id, sql`${JSON.stringify(ids)}`);
    await notes.deleted(isMeant);
    await db.delete(reviews).where(isMeant);
  };
  return {
    ...reads,
    async saveReviews(given, onProgress) {
      const columns = { ...reviewColumns(tables), changedIn: reviews.changedIn, publishedIn: reviews.publishedIn };
      const { rows, onConflict } = await notes.saved(given);
      await dialect.upsertAll(db, { table: reviews, key: reviews.id, columns, rows, onConflict, onProgress });
    },
    async changeReview(id, fields) {
      await db
        .update(reviews)
        .set({ ...fields, ...(await notes.changed(fields)) })
        .where(eq(reviews.id, id));
    },
    async noteNeverSeen(ids) {
      if (ids.length === 0) return;
      const isMeant = dialect.isOneOf(reviews.id, sql`${JSON.stringify(ids)}`);
      await db.update(reviews).set({ publishedIn: null }).where(isMeant);
    },
    deleteReviews,
    async eraseReviews(ids) {
      if (ids.length === 0) return;
      await deleteReviews(ids);
      await db.delete(beforeImages).where(dialect.isOneOf(beforeImages.reviewId, sql`${JSON.stringify(ids)}`));
      onErase();
    },
    async saveAnalyses(analysisKey, analyses) {
      for (const { number, updatedAt, analysis } of analyses) {
        const isUnchanged = and(eq(reviews.number, number), eq(reviews.updatedAt, updatedAt));
        await db.update(reviews).set({ analysis, analysisKey }).where(isUnchanged);
      }
    },
    async saveBeforeImages(revision, images, oldest) {
      await db.delete(beforeImages).where(sql`${beforeImages.revision} < ${oldest}`);
      for (const batch of inBatches(images)) {
        await db.insert(beforeImages).values(batch.map((before) => ({ revision, reviewId: before.id, before })));
      }
    },
    async saveRemovals(rows) {
      for (const row of rows) {
        await db.insert(removals).values(row).onConflictDoUpdate({ target: removals.id, set: row });
      }
    },
    async deleteRemovals(ids) {
      if (ids.length > 0) await db.delete(removals).where(dialect.isOneOf(removals.id, sql`${JSON.stringify(ids)}`));
    },
    async deleteAll() {
      await db.delete(reviews);
      await db.delete(removals);
      await db.delete(beforeImages);
      await db.delete(revisions);
      await db.delete(withdrawals);
    },
    async saveBusiness(stored) {
      const row = { id: 1, ...stored };
      await db.insert(business).values(row).onConflictDoUpdate({ target: business.id, set: row });
    },
    async saveSetting(name, value) {
      await db.insert(keys).values({ name, value }).onConflictDoUpdate({ target: keys.name, set: { value } });
    },
    makeSetting: (name, value) => makeSetting(connection, name, value, reads.setting),
    recordChange: (change) => recordChange(connection, change),
  };
}

async function makeSetting(
  { db, tables: { keys } }: Sql,
  name: SettingName,
  value: string,
  read: (name: SettingName) => Promise<string | undefined>,
): Promise<string> {
  await db.insert(keys).values({ name, value }).onConflictDoNothing();
  return (await read(name)) ?? value;
}

async function recordChange({ db, tables, run }: Sql, change: Change): Promise<number> {
  const { changes, edition, reviews, revisions, withdrawals } = tables;
  const { command, at, lines } = change;
  const revision = (await readState(run)).revision + 1;
  await db.insert(revisions).values({ revision, at });
  // Those that are published again have a row that says so.
  const published = db.select({ id: reviews.id }).from(reviews).where(isNotNull(reviews.publishedIn));
  await db.delete(withdrawals).where(inArray(withdrawals.id, published));
  const row = { id: 1, revision, publishedAt: at };
  await db.insert(edition).values(row).onConflictDoUpdate({ target: edition.id, set: row });
  for (const batch of inBatches(lines)) {
    await db
      .insert(changes)
      .values(batch.map(({ reviewId = null, detail }) => ({ revision, at, command, reviewId, detail })));
  }
  return revision;
}

/** Rows of one statement: a database on another machine is asked once for all of them. */
const BATCH = 500;

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}
