/** Brings the schema of a database up to date. A starting server loads this only when there is something to do. */
import { Database } from "bun:sqlite";
import { once } from "../../memo.ts";
import { counted, listed, recogniseSource } from "../../review/mod.ts";
import { instantOfChange } from "../edition_store.ts";
import { FORMER_SOURCES, findTwins, formerSourcesOf, type SpelledReview } from "../planning/former_sources.ts";
import { readMigrations } from "../queries/read_migrations.ts" with { type: "macro" };
import {
  APPLICATION_ID,
  type DatabaseFile,
  databaseError,
  isUpToDate,
  OLDEST_SCHEMA_VERSION,
  pragma,
  SCHEMA_VERSION,
} from "./database_file.ts";

/** The first makes the schema of release 1.0.0 at once, each other one the next version. */
const migrations: readonly string[] = readMigrations("drizzle");

/** What a migration did to a database, for its owner to know. */
interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly sources: RegisteredSources | null;
}

/**
 * Gives a database the newest schema, and its sources their ids. Doing it twice changes nothing; null when there was
 * nothing to do, or nothing in the database.
 *
 * @throws {GoodwordError} `database`, naming the file, which is left as it was and closed
 */
export function migrate(file: DatabaseFile, now: number = Date.now()): Migrated | null {
  try {
    return isUpToDate(file) ? null : file.transaction(() => applyMissing(file, now)).immediate();
  } catch (error) {
    file.close();
    throw databaseError(file.filename, error);
  }
}

/** Triggers, views and tables that no release has made; a file from elsewhere may keep what is erased in them. */
export function foreignParts(file: DatabaseFile): string[] {
  const known = knownParts();
  return partsOf(file).filter((part) => !known.has(part));
}

/** Those of every schema version. */
const knownParts = once((): ReadonlySet<string> => {
  using file = new Database(":memory:");
  return new Set(
    migrations.flatMap((migration) => {
      for (const statement of migration.split("--> statement-breakpoint")) file.run(statement);
      return partsOf(file);
    }),
  );
});

function partsOf(file: Database): string[] {
  const parts = "SELECT type || ' ' || name AS part FROM sqlite_schema WHERE type <> 'index'";
  return file
    .query<{ part: string }, []>(parts)
    .all()
    .map(({ part }) => part);
}

/** Several processes may start at once: the version is read again inside the one immediate transaction. */
function applyMissing(file: DatabaseFile, now: number): Migrated | null {
  const from = pragma(file, "user_version");
  for (const migration of migrations.slice(from === 0 ? 0 : from - OLDEST_SCHEMA_VERSION + 1)) {
    for (const statement of migration.split("--> statement-breakpoint")) file.run(statement);
  }
  const isOlder = from > 0 && from < SCHEMA_VERSION;
  const sources = isOlder ? registerSources(file, now) : null;
  file.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  file.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  return isOlder ? { from, to: SCHEMA_VERSION, sources } : null;
}

/** What was done, in a sentence. */
export function migratedInWords({ from, to, sources }: Migrated): string {
  const schema = `brought up to date from schema version ${from} to ${to}`;
  if (sources === null) return schema;
  const { spellings, renamed, merged } = sources;
  const twins =
    merged === 0 ? "" : `; ${counted(merged, "review")} that stood there once more under another spelling removed`;
  return `${schema}; ${counted(renamed, "review")} renamed to registered sources (${listed(spellings)})${twins}; see goodword log`;
}

/** What was done, for the owner to know. */
interface RegisteredSources {
  /** The spellings that have ids now. */
  readonly spellings: readonly string[];
  readonly renamed: number;
  /** Reviews that were kept once more under another spelling of their source. */
  readonly merged: number;
}

/** Null where every source has its id already. Published reviews change for readers, so the revision rises. */
function registerSources(file: DatabaseFile, now: number): RegisteredSources | null {
  const former = formerSourcesOf(spellingsIn(file));
  if (former.size === 0) return null;
  const spellings = [...former.values()].flat();
  file
    .query("INSERT OR REPLACE INTO keys (name, value) VALUES (?, ?)")
    .run(FORMER_SOURCES, JSON.stringify([...former]));
  const state = file.query<State, []>("SELECT revision, published_at AS publishedAt FROM edition").get();
  if (state === null) return { spellings, renamed: 0, merged: 0 };
  const change = { revision: state.revision + 1, at: instantOfChange(now, state) };
  const merged = mergeTwins(file, [...former.keys(), ...spellings], change);
  const renamed = rename(file, spellings, change);
  const detail = {
    sources: spellings.map((each) => `${each} is ${recogniseSource(each)}`),
    renamed,
    merged,
  };
  record(file, change, null, detail);
  file.query("UPDATE edition SET revision = ?, published_at = ?").run(change.revision, change.at);
  file.query("INSERT INTO revisions (revision, at) VALUES (?, ?)").run(change.revision, change.at);
  return { spellings, renamed, merged };
}

interface State {
  readonly revision: number;
  readonly publishedAt: number;
}

interface NewRevision {
  readonly revision: number;
  readonly at: number;
}

/** Removals keep their spelling, which is part of what they are known by; imports look for both. */
function spellingsIn(file: DatabaseFile): string[] {
  const rows = file.query<{ source: string }, []>("SELECT source FROM reviews UNION SELECT source FROM removals").all();
  return rows.map(({ source }) => source);
}

function mergeTwins(file: DatabaseFile, sources: readonly string[], change: NewRevision): number {
  let merged = 0;
  for (const { kept, dropped } of findTwins(reviewsOf(file, sources))) {
    for (const { id, sourceId, withheld, replyText } of dropped) {
      if (kept.replyText === null && replyText !== null) {
        file
          .query(
            `UPDATE reviews SET (reply_text, reply_date) = (SELECT reply_text, reply_date FROM reviews WHERE id = ?)
            WHERE id = ? AND reply_text IS NULL`,
          )
          .run(id, kept.id);
      }
      file
        .query(
          `INSERT OR REPLACE INTO removals (id, source, source_id, reason, removed_at, was_published, suppressed, content_hash)
          VALUES (?, ?, NULL, 'duplicate', ?, ?, 0, NULL)`,
        )
        .run(id, recogniseSource(kept.source), change.at, withheld === null ? 1 : 0);
      file
        .query(
          "INSERT OR REPLACE INTO withdrawals (id, revision) SELECT id, ? FROM reviews WHERE id = ? AND published_in NOTNULL",
        )
        .run(change.revision, id);
      file.query("DELETE FROM reviews WHERE id = ?").run(id);
      file.query("UPDATE reviews SET source_id = ? WHERE id = ? AND source_id IS NULL").run(sourceId, kept.id);
      record(file, change, id, { removed: "duplicate", same_as: kept.id });
      merged++;
    }
  }
  return merged;
}

function reviewsOf(file: DatabaseFile, sources: readonly string[]): SpelledReview[] {
  const rows = file.query<SpelledReview & { readonly isAnonymous: unknown }, string>(
    `SELECT id, source, source_id AS sourceId, date, rating, text, author_name AS authorName,
      is_anonymous AS isAnonymous, withheld, verification_method AS verificationMethod,
      verification_strength AS verificationStrength, reply_text AS replyText
    FROM reviews WHERE source IN (SELECT value FROM json_each(?))`,
  );
  return rows.all(JSON.stringify(sources)).map((row) => ({ ...row, isAnonymous: Boolean(row.isAnonymous) }));
}

function rename(file: DatabaseFile, spellings: readonly string[], { revision, at }: NewRevision): number {
  const update = file.query(
    `UPDATE reviews SET source = ?, updated_at = ?,
      changed_in = CASE WHEN withheld IS NULL AND copy_of IS NULL THEN ? ELSE changed_in END WHERE source = ?`,
  );
  return spellings.reduce((sum, each) => sum + update.run(recogniseSource(each), at, revision, each).changes, 0);
}

function record(file: DatabaseFile, { revision, at }: NewRevision, reviewId: string | null, detail: object): void {
  file
    .query("INSERT INTO changes (revision, at, command, review_id, detail) VALUES (?, ?, 'migrate', ?, ?)")
    .run(revision, at, reviewId, JSON.stringify(detail));
}
