/**
 * Brings the schema of a database up to date. A starting server loads this only when there is something to do.
 *
 * @module
 */
import type { Database } from "bun:sqlite";
import { databaseError } from "./database_error.ts";
import { APPLICATION_ID, isUpToDate, pragma } from "./inspect_database.ts";
import { readMigrations } from "./read_migrations.ts" with { type: "macro" };

const migrations: readonly string[] = readMigrations();

/** Others may be at it, too: they are waited for, in milliseconds. */
const WAIT_MS = 5000;

/**
 * Gives a database the newest schema. Doing it twice changes nothing.
 *
 * @throws {GoodwordError} `database`, naming the file, which is as it was; the client is closed then
 */
export function migrate(client: Database): void {
  if (isUpToDate(client)) return;
  const usualWait = pragma(client, "busy_timeout");
  try {
    client.run(`PRAGMA busy_timeout = ${WAIT_MS}`);
    client.transaction(() => applyMissing(client)).immediate();
    client.run(`PRAGMA busy_timeout = ${usualWait}`);
  } catch (error) {
    client.close();
    throw databaseError(client.filename, error);
  }
}

/** Several processes may start at once: the version is read again inside the one immediate transaction. */
function applyMissing(client: Database): void {
  for (let version = pragma(client, "user_version"); version < migrations.length; version++) {
    for (const statement of migrations[version]!.split("--> statement-breakpoint")) client.run(statement);
  }
  client.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  client.run(`PRAGMA user_version = ${migrations.length}`);
}
