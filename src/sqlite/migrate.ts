/**
 * Brings the schema of a database up to date. A starting server loads this only when there is something to do.
 *
 * @module
 */
import { databaseError } from "./database_error.ts";
import type { DatabaseFile } from "./database_file.ts";
import { APPLICATION_ID, isUpToDate, pragma } from "./inspect_database.ts";
import { readMigrations } from "./read_migrations.ts" with { type: "macro" };

const migrations: readonly string[] = readMigrations();

/**
 * Gives a database the newest schema. Doing it twice changes nothing.
 *
 * @throws {GoodwordError} `database`, naming the file, which is left as it was and closed
 */
export function migrate(file: DatabaseFile): void {
  try {
    if (!isUpToDate(file)) file.transaction(() => applyMissing(file)).immediate();
  } catch (error) {
    file.close();
    throw databaseError(file.filename, error);
  }
}

/** Several processes may start at once: the version is read again inside the one immediate transaction. */
function applyMissing(file: DatabaseFile): void {
  for (let version = pragma(file, "user_version"); version < migrations.length; version++) {
    for (const statement of migrations[version]!.split("--> statement-breakpoint")) file.run(statement);
  }
  file.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  file.run(`PRAGMA user_version = ${migrations.length}`);
}
