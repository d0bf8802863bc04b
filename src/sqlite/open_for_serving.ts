/**
 * The database of a server, opened and brought up to date with as little as possible, and watched from then on.
 *
 * @module
 */
import { rmSync } from "node:fs";
import { ReadOnlyDatabaseError } from "../errors.ts";
import type { Log } from "../platform.ts";
import { type DatabaseFile, openDatabaseFile } from "./database_file.ts";
import { type FileTrouble, fileTrouble } from "./file_trouble.ts";
import { watchFile } from "./file_watch.ts";
import { isUpToDate } from "./inspect_database.ts";
import { leaveFile, setLogAside } from "./leave_file.ts";
import { type SqliteStore, storeOver } from "./store.ts";

/** A store open for serving, with a watch on its file. */
export interface ServedStore {
  readonly store: SqliteStore;
  readonly isReadOnly: boolean;
  /** What has happened to the file since it was opened. Cheap enough to be asked ten times a second. */
  trouble(): FileTrouble | null;
  /**
   * To be called first for a file that is lost, once nobody reads this store any more: keeps what stands at its path from being
   * mixed with it, and what stood in a log that was deleted.
   */
  part(): void;
  /** Closes a file that is lost, after all other connections of the process. Whether the one at its path may be opened here. */
  leave(): boolean;
}

/** How to open a file for serving. */
export interface ServingOptions {
  /** Whether a file is made where there is none. */
  readonly create: boolean;
}

/**
 * Opens the store in the file at `path`. One that can only be read is served all the same.
 *
 * @throws {GoodwordError} `database`, naming the file, when it cannot be used
 */
export async function openForServing(path: string, log: Log, { create }: ServingOptions): Promise<ServedStore> {
  try {
    return watched(path, await openForWriting(path, log, create), false);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    const file = openDatabaseFile(path, { create: false, readonly: true });
    log.warn("The database is read-only: reviews are served, subscriptions are not taken", { path });
    return watched(path, file, true);
  }
}

async function openForWriting(path: string, log: Log, create: boolean): Promise<DatabaseFile> {
  const file = openDatabaseFile(path, { create });
  if (isUpToDate(file)) return file;
  const { migrate, migratedInWords } = await import("./migrate.ts");
  const migrated = migrate(file);
  if (migrated !== null) log.info(`The database was ${migratedInWords(migrated)}`, { path });
  return file;
}

function watched(path: string, file: DatabaseFile, isReadOnly: boolean): ServedStore {
  const watch = watchFile(path, { isReadOnly });
  let logAside: string | null = null;
  /** Set once the file was closed, with whether all of its log is in it. */
  let isWhole: boolean | null = null;
  return {
    store: storeOver(file),
    isReadOnly,
    trouble: () => fileTrouble(watch.look()),
    part() {
      const { kind } = watch.look();
      // At once and first of all: whoever opens the file after this finds no trace of the log that is gone.
      if (kind === "log_missing") isWhole = leaveFile(file);
      else if (watch.hasOwnLog()) logAside = setLogAside(path);
    },
    leave() {
      if (isWhole !== null) return isWhole;
      // What becomes of the content of a file that is gone concerns nobody: its log, where not all of it could be folded, is kept.
      if (leaveFile(file) && logAside !== null) rmSync(logAside, { force: true });
      return true;
    },
  };
}
