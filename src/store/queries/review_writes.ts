/** What a write transaction may do to reviews. Each write notes the revision in which readers see it, for `/api/changes`. */
import { and, eq, inArray, isNotNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { EntryContent } from "../../log/mod.ts";
import { PUBLISHED_FIELDS, type StoredReview } from "../../review/mod.ts";
import type {
  LoggedChange,
  NewAnalysis,
  PhotoFile,
  SettingName,
  StoredBusiness,
  StoredRemoval,
} from "../review_store.ts";
import { countRows, type Sql, type Transaction } from "./dialect.ts";
import { isPublished, readState } from "./editions.ts";
import { jobWrites } from "./jobs.ts";
import type { LogCopy } from "./log_rows.ts";
import { objectionWrites } from "./objections.ts";
import { reviewColumns, reviewReads } from "./review_reads.ts";
import { saveSetting } from "./stored_settings.ts";
import type { LogColumns, LogWrites } from "./transparency_log.ts";
import { nameOf } from "./upsert.ts";

export type ReviewWrites = ReturnType<typeof reviewWrites>;

/** The reads and writes of a transaction; the copy of the transparency log is needed to change reviews. */
export function reviewWrites(connection: Transaction, logCopy: LogCopy | null = null) {
  const { db, dialect, tables, now, onErase } = connection;
  const { beforeImages, business, contests, keys, photoFiles, policies, removals, reports, reviews } = tables;
  const { revisions, withdrawals } = tables;
  const reads = reviewReads(connection);
  const objections = objectionWrites(connection);
  const notes = noteChanges(connection);
  /** Loaded by what readers may see: most commands only ask. */
  let logging: Promise<LogWrites> | undefined;
  const log = () => {
    logging ??= import("./transparency_log.ts").then(({ logWrites }) => logWrites(connection, logCopy));
    return logging;
  };
  const deleteReviews = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    const isMeant = dialect.isOneOf(reviews.id, ids);
    await notes.deleted(isMeant);
    await (await log()).forget(ids);
    await db.delete(reviews).where(isMeant);
  };
  /** Saves the record as the transaction leaves the rows, where it differs, and has the log fix the quarters that are over. */
  const keepRecord = async () => {
    const { countRecord, missingQuarterEntries } = await import("../../invitations/mod.ts");
    const record = await countRecord(reads);
    const value = JSON.stringify(record);
    if (value !== (await reads.setting("record"))) await saveSetting(connection, "record", value);
    if ((await missingQuarterEntries(reads, record)).length === 0) return;
    // The log may have to go on where its copy ends, which may have closed a quarter that the rows of a backup have not.
    const logged = await log();
    await logged.begin();
    await logged.append(await missingQuarterEntries(reads, record));
  };
  return {
    ...reads,
    jobs: jobWrites(connection),
    ...objections.writes,
    /** Inserts reviews, or puts them whole in the place of those with the same id. `onProgress` receives the number done. */
    async saveReviews(given: readonly StoredReview[], onProgress?: (done: number) => void): Promise<void> {
      const { changedIn, publishedIn, logIndex, logSalt, logSince, logChanges } = reviews;
      const logged = { logIndex, logSalt, logSince, logChanges };
      const columns = { ...reviewColumns(tables), changedIn, publishedIn, ...logged };
      const { rows, onConflict } = await notes.saved(given);
      await (await log()).saved(rows);
      await dialect.upsertAll(db, { table: reviews, key: reviews.id, columns, rows, onConflict, onProgress });
    },
    async changeReview(id: string, fields: Partial<Omit<StoredReview, "id">>): Promise<void> {
      await db
        .update(reviews)
        .set({ ...fields, ...(await notes.changed(fields)) })
        .where(eq(reviews.id, id));
      if (isSeen(fields)) await (await log()).touch(id);
    },
    deleteReviews,
    /** Deletes reviews and, after the transaction, whatever the store's files still hold of their words. */
    async eraseReviews(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await deleteReviews(ids);
      const isOf = (column: SQLWrapper) => dialect.isOneOf(column, ids);
      await db.delete(beforeImages).where(isOf(beforeImages.reviewId));
      await objections.forgetWords({ contests: isOf(contests.reviewId), reports: isOf(reports.reviewId) });
      onErase();
    },
    /** Keeps analyses, made under one key, of reviews that have not changed since. */
    async saveAnalyses(analysisKey: string, analyses: readonly NewAnalysis[]): Promise<void> {
      for (const { number, updatedAt, analysis } of analyses) {
        const isUnchanged = and(eq(reviews.number, number), eq(reviews.updatedAt, updatedAt));
        await db.update(reviews).set({ analysis, analysisKey }).where(isUnchanged);
      }
    },
    /** Keeps what an import overwrites, and forgets that of revisions before `oldest`. */
    async saveBeforeImages(revision: number, images: readonly StoredReview[], oldest: number): Promise<void> {
      await db.delete(beforeImages).where(sql`${beforeImages.revision} < ${oldest}`);
      for (const batch of inBatches(images)) {
        await db.insert(beforeImages).values(batch.map((before) => ({ revision, reviewId: before.id, before })));
      }
    },
    async saveRemovals(rows: readonly StoredRemoval[]): Promise<void> {
      for (const row of rows) {
        await db.insert(removals).values(row).onConflictDoUpdate({ target: removals.id, set: row });
      }
      if (rows.length > 0) onErase();
    },
    async deleteRemovals(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.delete(removals).where(dialect.isOneOf(removals.id, ids));
    },
    async deleteAll(): Promise<void> {
      await (await log()).forget();
      await db.delete(reviews);
      await db.delete(removals);
      await db.delete(beforeImages);
      await db.delete(revisions);
      await db.delete(withdrawals);
      await db.delete(photoFiles);
    },
    async saveBusiness(stored: StoredBusiness): Promise<void> {
      const row = { id: 1, ...stored };
      await db.insert(business).values(row).onConflictDoUpdate({ target: business.id, set: row });
      (await logging)?.businessSaved();
    },
    async savePhotoFiles(photo: string, files: readonly PhotoFile[]): Promise<void> {
      // Each in a statement of its own: together they may be larger than a message should be.
      for (const { name, bytes } of files)
        await db.insert(photoFiles).values({ name, photo, bytes: Buffer.from(bytes) });
    },
    /** Deletes the files of photographs and, after the transaction, whatever the store's files still hold of them. */
    async erasePhotoFiles(photos: readonly string[]): Promise<void> {
      if (photos.length === 0) return;
      await db.delete(photoFiles).where(dialect.isOneOf(photoFiles.photo, photos));
      onErase();
    },
    saveSetting: (name: SettingName, value: string) => saveSetting(connection, name, value),
    async makeSetting(name: SettingName, value: string): Promise<string> {
      await db.insert(keys).values({ name, value }).onConflictDoNothing();
      return (await reads.setting(name)) ?? value;
    },
    /** Raises the revision, counts the record and writes both logs. Call it last: later changes miss the record. Returns the revision. */
    async recordChange(change: LoggedChange): Promise<number> {
      // Until invitations are first on, there is no record.
      if ((await countRows(connection, policies)) > 0) await keepRecord();
      await (await logging)?.settle(change.command);
      const revision = await recordChange(connection, change);
      await connection.hint();
      return revision;
    },
    /** Appends entries that are not of reviews to the transparency log; returns the index of the first. */
    appendToLog: async (contents: readonly EntryContent[]) => (await log()).append(contents),
    /** Begins the transparency log, or continues it where its copy ends, and brings it up to the reviews. Cheap once it is. */
    prepareLog: async () => (await log()).prepare(),
    /** Writes to the log what changes nothing that readers see, at the revision that there is. */
    async recordAct(act: Omit<LoggedChange, "at">): Promise<void> {
      const { revision } = await reads.state();
      await writeLog(connection, { ...act, at: now }, revision);
    },
  };
}

async function recordChange(connection: Sql, change: LoggedChange): Promise<number> {
  const { db, tables } = connection;
  const { edition, reviews, revisions, withdrawals } = tables;
  const { at } = change;
  const revision = (await readState(connection)).revision + 1;
  await db.insert(revisions).values({ revision, at });
  // Reviews that are published again are no longer withdrawn.
  const published = db.select({ id: reviews.id }).from(reviews).where(isNotNull(reviews.publishedIn));
  await db.delete(withdrawals).where(inArray(withdrawals.id, published));
  const row = { id: 1, revision, publishedAt: at };
  await db.insert(edition).values(row).onConflictDoUpdate({ target: edition.id, set: row });
  await writeLog(connection, change, revision);
  return revision;
}

async function writeLog({ db, tables: { changes } }: Sql, change: LoggedChange, revision: number): Promise<void> {
  const { command, at, lines, by = null } = change;
  for (const batch of inBatches(lines)) {
    await db
      .insert(changes)
      .values(batch.map(({ reviewId = null, detail }) => ({ revision, at, command, reviewId, detail, by })));
  }
}

/** Rows per statement: a database on another machine is queried once for all of them. */
const BATCH_ROWS = 500;

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS);
}

/** The fields that readers see, and those that decide whether they do. */
const SEEN: ReadonlySet<keyof StoredReview> = new Set([...PUBLISHED_FIELDS, "givenMentions", "withheld", "copyOf"]);

function isSeen(fields: Partial<StoredReview>): boolean {
  return Object.keys(fields).some((name) => SEEN.has(name as keyof StoredReview));
}

function noteChanges(connection: Sql) {
  const { db, tables } = connection;
  const { reviews, withdrawals } = tables;
  let known: Promise<number> | undefined;
  const nextRevision = () => {
    known ??= readState(connection).then(({ revision }) => revision + 1);
    return known;
  };
  /** The notes of a row that exists; `after` is whether it is published from now on. */
  const notesOf = (after: SQL, next: SQL, differs: SQL | undefined) => {
    const before = isPublished(tables);
    const { changedIn, publishedIn } = reviews;
    return {
      changedIn: sql`case when (${before} or (${after})) and (${differs}) then ${next} else ${changedIn} end`,
      publishedIn: sql`case when (${after}) and not ${before} then ${next} else ${publishedIn} end`,
    };
  };
  return {
    async saved(given: readonly StoredReview[]) {
      const next = await nextRevision();
      const rows = given.map((row): NewRow => {
        const isShown = row.withheld === null && row.copyOf === null;
        return { ...row, changedIn: next, publishedIn: isShown ? next : null, ...UNLOGGED };
      });
      const excluded = (field: keyof StoredReview) => sql`excluded.${nameOf(reviews[field])}`;
      const after = sql`${excluded("withheld")} is null and ${excluded("copyOf")} is null`;
      const differs = or(...[...SEEN].map((field) => sql`${reviews[field]} is distinct from ${excluded(field)}`));
      const { logIndex, logSalt, logSince, logChanges } = reviews;
      // A review keeps its place in the log until the change is recorded.
      const kept = { logIndex: sql`${logIndex}`, logSalt: sql`${logSalt}`, logSince: sql`${logSince}` };
      const notes = notesOf(after, sql`excluded.${nameOf(reviews.changedIn)}`, differs);
      return { rows, onConflict: { ...notes, ...kept, logChanges: sql`${logChanges}` } };
    },
    async changed(fields: Partial<StoredReview>) {
      if (!isSeen(fields)) return {};
      const staysNull = (field: "withheld" | "copyOf") => {
        if (!(field in fields)) return sql`${reviews[field]} is null`;
        return fields[field] === null ? sql`true` : sql`false`;
      };
      const after = sql`${staysNull("withheld")} and ${staysNull("copyOf")}`;
      return notesOf(after, sql`${await nextRevision()}`, sql`true`);
    },
    /** Keeps the ids of published reviews that are about to be deleted. */
    async deleted(isMeant: SQL): Promise<void> {
      const next = await nextRevision();
      const wereSeen = and(isMeant, isNotNull(reviews.publishedIn));
      const seen = await db.select({ id: reviews.id }).from(reviews).where(wereSeen);
      for (const { id } of seen) {
        const row = { id, revision: next };
        await db.insert(withdrawals).values(row).onConflictDoUpdate({ target: withdrawals.id, set: row });
      }
    },
  };
}

interface NewRow extends StoredReview, LogColumns {
  readonly changedIn: number;
  readonly publishedIn: number | null;
}

const UNLOGGED: LogColumns = { logIndex: null, logSalt: null, logSince: null, logChanges: 0 };
