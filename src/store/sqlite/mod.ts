/**
 * The SQLite adapter: the database file with its pragmas, migrations, locks and copies.
 *
 * In: a path. Out: a store over it. Never: what a review means, who asks.
 *
 * @module
 */
import type { OpenOptions } from "../mod.ts";
import { openDatabaseFile, waitForOthers } from "./database_file.ts";
import { migrate } from "./migrate.ts";
import { type SqliteOptions, type SqliteStore, storeOver } from "./store.ts";

/**
 * The store in the file at `path`, or in memory for ":memory:", with the newest schema.
 *
 * @throws {GoodwordError} `database`, naming the file, when it cannot be used
 */
export function openDatabase(path: string, options: OpenOptions & SqliteOptions = {}): SqliteStore {
  const file = openDatabaseFile(path, options);
  const migrated = options.readonly ? null : migrate(file);
  if (migrated !== null) options.onMigrated?.(migrated);
  waitForOthers(file, options.busyTimeoutMs ?? 0);
  return storeOver(file, options);
}
