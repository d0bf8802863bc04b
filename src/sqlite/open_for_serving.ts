/**
 * The database of a starting server, opened and brought up to date with as little as possible.
 *
 * @module
 */
import { ReadOnlyDatabaseError } from "../errors.ts";
import type { Log } from "../platform.ts";
import { type DatabaseFile, openDatabaseFile } from "./database_file.ts";
import { isUpToDate } from "./inspect_database.ts";
import { type SqliteStore, storeOver } from "./store.ts";

export interface ServedStore {
  readonly store: SqliteStore;
  readonly isReadOnly: boolean;
}

/**
 * Opens the store in the file at `path`. One that can only be read is served all the same.
 *
 * @throws {GoodwordError} `database`, naming the file, when it cannot be used
 */
export async function openForServing(path: string, log: Log): Promise<ServedStore> {
  try {
    return { store: storeOver(await openForWriting(path)), isReadOnly: false };
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    const file = openDatabaseFile(path, { create: false, readonly: true });
    log.warn("The database is read-only: reviews are served, subscriptions are not taken", { path });
    return { store: storeOver(file), isReadOnly: true };
  }
}

async function openForWriting(path: string): Promise<DatabaseFile> {
  const file = openDatabaseFile(path);
  if (isUpToDate(file)) return file;
  const { migrate } = await import("./migrate.ts");
  migrate(file);
  return file;
}
