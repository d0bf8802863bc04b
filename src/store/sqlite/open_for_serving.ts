/** Opens the database of a server and watches its file: SQLite keeps using a deleted or replaced one, which nobody else sees. */
import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ReadOnlyDatabaseError } from "../../errors.ts";
import type { Log } from "../../platform.ts";
import { emptyLogOf } from "./connection.ts";
import { type DatabaseFile, isUpToDate, openDatabaseFile } from "./database_file.ts";
import { migrate } from "./migrate.ts";
import { setLogAside } from "./replace_file.ts";
import { type SqliteStore, storeOver } from "./store.ts";

export interface ServedStore {
  readonly store: SqliteStore;
  readonly isReadOnly: boolean;
  /** What has happened to the file since it was opened. Cheap enough to be asked ten times a second. */
  trouble(): FileTrouble | null;
  /** To be called before a lost file is closed: keeps its log from being mixed with what stands at its path. */
  setLogAside(): void;
}

export interface ServingOptions {
  readonly create: boolean;
  readonly openingWaitMs?: number;
}

/** Opens the store in the file at `path`, read-only if need be. @throws {GoodwordError} `database`, naming the file */
export function openForServing(path: string, log: Log, options: ServingOptions): ServedStore {
  try {
    return watched(path, openForWriting(path, log, options), false);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    const file = openDatabaseFile(path, { ...options, create: false, readonly: true });
    log.warn("The database is read-only: reviews are served, subscriptions are not accepted", { path });
    return watched(path, file, true);
  }
}

function openForWriting(path: string, log: Log, options: ServingOptions): DatabaseFile {
  const file = openDatabaseFile(path, options);
  // A process that was killed after an erasure leaves the erased words in the log.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) emptyLogOf(file);
  if (isUpToDate(file)) return file;
  const migrated = migrate(file);
  if (migrated !== null) log.info(`The database was ${migrated}`, { path });
  return file;
}

function watched(path: string, file: DatabaseFile, isReadOnly: boolean): ServedStore {
  const watch = watchFile(path, { isReadOnly });
  return {
    store: storeOver(file),
    isReadOnly,
    trouble: watch.trouble,
    setLogAside() {
      if (watch.isAway() && watch.hasOwnLog()) setLogAside(path);
    },
  };
}

/** Less room than this is too little for the log of the next import, in bytes. */
const MIN_ROOM_BYTES = 8 << 20;

export interface FileSystem {
  identity(path: string): string | null;
  isWritable(path: string): boolean;
  room(folder: string): number;
}

interface FileTrouble {
  /** Message without the path: anyone may ask whether a server is ready. */
  readonly message: string;
  /** Whether the opened file is no longer the database at its path, so that it has to be closed. */
  readonly isLost: boolean;
}

export function watchFile(path: string, { isReadOnly }: { readonly isReadOnly: boolean }, system = OWN) {
  const opened = system.identity(path);
  // A write-ahead log exists as long as we have the file open for writing. Read-only, the database may not have one.
  const log = isReadOnly ? null : system.identity(`${path}-wal`);
  const hasOwnLog = () => log !== null && system.identity(`${path}-wal`) === log;
  return {
    hasOwnLog,
    isAway: () => system.identity(path) !== opened,
    trouble(): FileTrouble | null {
      const now = system.identity(path);
      if (now === null) return { message: "the database file is missing", isLost: true };
      if (now !== opened) return { message: "the database file was replaced by another", isLost: true };
      if (isReadOnly) return null;
      if (log !== null && !hasOwnLog()) {
        return { message: "the write-ahead log of the database was deleted", isLost: true };
      }
      if (!system.isWritable(path) || !system.isWritable(dirname(path))) {
        return { message: "the database is no longer writable", isLost: false };
      }
      const isCramped = system.room(dirname(path)) < MIN_ROOM_BYTES;
      return isCramped ? { message: "the disk of the database is nearly full", isLost: false } : null;
    },
  };
}

const OWN: FileSystem = {
  identity(path) {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  },
  isWritable(path) {
    try {
      accessSync(path, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  },
  room(folder) {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
};
