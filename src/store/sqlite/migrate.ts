/** Brings the schema of a database up to date. */
import { Database } from "bun:sqlite";
import { once } from "../../memo.ts";
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

/** The first makes the schema of release 1.1.0 at once, each other one the next version. */
const migrations: readonly string[] = readMigrations("drizzle");

/** Migrates a database to the newest schema. Returns a sentence about it, or null. @throws {GoodwordError} `database`; the file is closed */
export function migrate(file: DatabaseFile): string | null {
  try {
    return isUpToDate(file) ? null : file.transaction(() => applyMissing(file)).immediate();
  } catch (error) {
    file.close();
    throw databaseError(file.filename, error);
  }
}

/** Triggers, views and tables that no release has made; in a file from elsewhere they may retain erased data. */
export function foreignParts(file: DatabaseFile): string[] {
  const known = knownParts();
  return partsOf(file).filter((part) => !known.has(part));
}

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
function applyMissing(file: DatabaseFile): string | null {
  const from = pragma(file, "user_version");
  for (const migration of migrations.slice(from === 0 ? 0 : from - OLDEST_SCHEMA_VERSION + 1)) {
    for (const statement of migration.split("--> statement-breakpoint")) file.run(statement);
  }
  file.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  file.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  const isOlder = from > 0 && from < SCHEMA_VERSION;
  return isOlder ? `brought up to date from schema version ${from} to ${SCHEMA_VERSION}` : null;
}
