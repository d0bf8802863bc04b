/**
 * Brings the schema of a database up to date. A starting server loads this only when there is something to do.
 *
 * @module
 */
import { counted, listed } from "../review/mod.ts";
import { databaseError } from "./database_error.ts";
import type { DatabaseFile } from "./database_file.ts";
import { APPLICATION_ID, isUpToDate, pragma } from "./inspect_database.ts";
import { readMigrations } from "./read_migrations.ts" with { type: "macro" };
import { type RegisteredSources, registerSources } from "./register_sources.ts";

const migrations: readonly string[] = readMigrations();

/** What a migration did to a database, for its owner to know. */
export interface Migrated {
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

/** Several processes may start at once: the version is read again inside the one immediate transaction. */
function applyMissing(file: DatabaseFile, now: number): Migrated | null {
  const from = pragma(file, "user_version");
  for (const migration of migrations.slice(from)) {
    for (const statement of migration.split("--> statement-breakpoint")) file.run(statement);
  }
  const isOlder = from > 0 && from < migrations.length;
  const sources = isOlder ? registerSources(file, now) : null;
  file.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  file.run(`PRAGMA user_version = ${migrations.length}`);
  return isOlder ? { from, to: migrations.length, sources } : null;
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
