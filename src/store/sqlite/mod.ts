/**
 * The SQLite adapter: the database file with its pragmas, migrations, locks and copies.
 *
 * In: a path. Out: a store over it. Never: what a review means, who asks.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import type { OpenOptions, Store } from "../mod.ts";
import { emptyLogOf } from "./connection.ts";
import { type DatabaseFile, damageOf, databaseError, openDatabaseFile, waitForOthers } from "./database_file.ts";
import { migrate } from "./migrate.ts";
import { type SqliteOptions, storeOver } from "./store.ts";

export { collect, createCollector } from "./garbage.ts";

export interface DatabaseOptions extends OpenOptions, SqliteOptions {
  readonly refusesDamage?: boolean;
  /** Empties the write-ahead log: a process that was killed after an erasure leaves the erased words in it. */
  readonly emptiesLog?: boolean;
}

/** The store in the file at `path`, or in memory for ":memory:", with the newest schema. @throws {GoodwordError} `database`, naming the file */
export function openDatabase(path: string, options: DatabaseOptions = {}): Store {
  const file = openDatabaseFile(path, options);
  if (options.emptiesLog) emptyLogOf(file);
  const migrated = options.readonly ? null : migrate(file);
  if (migrated !== null) options.onMigrated?.(migrated);
  if (options.refusesDamage) refuseDamage(file);
  waitForOthers(file, options.busyTimeoutMs ?? 0);
  return storeOver(file, options);
}

function refuseDamage(file: DatabaseFile): void {
  try {
    const damage = damageOf(file);
    if (damage === null) return;
    throw new GoodwordError("database", `${file.filename}: the database is damaged (${damage}). Restore a backup`);
  } catch (error) {
    file.close();
    throw databaseError(file.filename, error);
  }
}
