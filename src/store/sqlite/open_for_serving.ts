/**
 * Opens the database of a server, and for the worker that publishes from it, with as little loaded as possible, and
 * watches the file from then on. SQLite goes on with a file that was deleted or replaced under it, and so would
 * serve and save what nobody else sees.
 */
import { accessSync, constants, rmSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { GoodwordError, ReadOnlyDatabaseError } from "../../errors.ts";
import type { Log } from "../../platform.ts";
import { emptyLogOf } from "./connection.ts";
import {
  type DatabaseFile,
  damageOf,
  databaseError,
  isUpToDate,
  openDatabaseFile,
  waitForOthers,
} from "./database_file.ts";
import { closeReplacedFile, closeRobbedFile, setLogAside } from "./replace_file.ts";
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
  /**
   * Closes a file that is lost, after all other connections of the process. False while others read from a log that was deleted:
   * to be called again then.
   */
  leave(): boolean;
}

/** How to open a file for serving. */
export interface ServingOptions {
  /** Whether a file is made where there is none. */
  readonly create: boolean;
  /** How long another process is waited for, in milliseconds; as long as a start may when left out. */
  readonly openingWaitMs?: number;
}

/**
 * Opens the store in the file at `path`. One that can only be read is served all the same.
 *
 * @throws {GoodwordError} `database`, naming the file, when it cannot be used
 */
export async function openForServing(path: string, log: Log, options: ServingOptions): Promise<ServedStore> {
  try {
    return watched(path, await openForWriting(path, log, options), false);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    const file = openDatabaseFile(path, { ...options, create: false, readonly: true });
    log.warn("The database is read-only: reviews are served, subscriptions are not taken", { path });
    return watched(path, file, true);
  }
}

async function openForWriting(path: string, log: Log, options: ServingOptions): Promise<DatabaseFile> {
  const file = openDatabaseFile(path, options);
  // A process that was killed after an erasure leaves the erased words in the log.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) emptyLogOf(file);
  if (isUpToDate(file)) return file;
  const { migrate, migratedInWords } = await import("./migrate.ts");
  const migrated = migrate(file);
  if (migrated !== null) log.info(`The database was ${migratedInWords(migrated)}`, { path });
  return file;
}

function watched(path: string, file: DatabaseFile, isReadOnly: boolean): ServedStore {
  const watch = watchFile(path, { isReadOnly });
  let logAside: string | null = null;
  let isRobbed = false;
  let isClosed = false;
  return {
    store: storeOver(file),
    isReadOnly,
    trouble: () => fileTrouble(watch.look()),
    part() {
      isRobbed ||= watch.look().kind === "log_missing";
      // At once and first of all: whoever opens the file after this finds no trace of the log that is gone.
      if (isRobbed) isClosed = closeRobbedFile(file);
      else if (watch.hasOwnLog()) logAside = setLogAside(path);
    },
    leave() {
      if (isRobbed) {
        isClosed ||= closeRobbedFile(file);
        return isClosed;
      }
      // What becomes of the content of a file that is gone concerns nobody: its log, where not all of it could be folded, is kept.
      if (closeReplacedFile(file) && logAside !== null) rmSync(logAside, { force: true });
      return true;
    },
  };
}

/** The file to publish from, and how to open it. */
interface PublishedFile {
  readonly path: string;
  readonly isReadOnly: boolean;
  /** Whether the file is looked through for damage first. */
  readonly checksIntegrity: boolean;
}

/** How long a statement waits for other processes, in milliseconds. */
const WAIT_MS = 1000;

/** @throws {GoodwordError} `database`, naming the file, when it is damaged or cannot be used; it must have the newest schema */
export function openForPublishing({ path, isReadOnly, checksIntegrity }: PublishedFile): SqliteStore {
  const file = openDatabaseFile(path, { create: false, readonly: isReadOnly });
  try {
    waitForOthers(file, WAIT_MS);
    const damage = checksIntegrity ? damageOf(file) : null;
    if (damage === null) return storeOver(file);
    throw new GoodwordError("database", `${path}: the database is damaged (${damage}). Restore a backup`);
  } catch (error) {
    file.close();
    throw databaseError(path, error);
  }
}

/** Less room than this is too little for the log of the next import, in bytes. */
const LEAST_ROOM = 8 << 20;

/** What has become of the database file and its write-ahead log. */
type FileState =
  | { readonly kind: "sound" }
  /** No file at the path. */
  | { readonly kind: "missing" }
  /** Another file at the path. */
  | { readonly kind: "replaced" }
  /** The write-ahead log was deleted; whoever opened the file since may have left an empty one. */
  | { readonly kind: "log_missing" }
  /** The write-ahead log was deleted, and another process has begun a new one. */
  | { readonly kind: "log_replaced" }
  | { readonly kind: "unwritable" }
  | { readonly kind: "no_room" };

/** What is asked of the file system. */
export interface FileSystem {
  /** Device and inode of a file; null when there is none. */
  identity(path: string): string | null;
  /** Bytes of a file; 0 when there is none. */
  size(path: string): number;
  isWritable(path: string): boolean;
  /** Bytes that this user may still write in a folder. */
  room(folder: string): number;
}

/** Checks whether the opened file is still the one at its path. */
interface FileWatch {
  look(): FileState;
  /** Whether the log at the path is the one of the file that was opened. */
  hasOwnLog(): boolean;
}

/** Watches a database that has just been opened and read, from whichever process it is changed. */
export function watchFile(path: string, { isReadOnly }: { readonly isReadOnly: boolean }, system = OWN): FileWatch {
  const opened = system.identity(path);
  // A log of ours stays for as long as we have the file open; where we only read there may be none.
  const log = isReadOnly ? null : system.identity(`${path}-wal`);
  return {
    hasOwnLog: () => log !== null && system.identity(`${path}-wal`) === log,
    look() {
      const now = system.identity(path);
      if (now === null) return { kind: "missing" };
      if (now !== opened) return { kind: "replaced" };
      if (isReadOnly) return { kind: "sound" };
      const logNow = system.identity(`${path}-wal`);
      if (log !== null && logNow !== log) {
        return { kind: system.size(`${path}-wal`) === 0 ? "log_missing" : "log_replaced" };
      }
      if (!system.isWritable(path) || !system.isWritable(dirname(path))) return { kind: "unwritable" };
      return system.room(dirname(path)) < LEAST_ROOM ? { kind: "no_room" } : { kind: "sound" };
    },
  };
}

const OWN: FileSystem = {
  identity(path) {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  },
  size: (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
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

/** What is wrong with a database that was opened; null when nothing is. */
interface FileTrouble {
  /** Without the path: anybody may ask whether a server is ready. */
  readonly message: string;
  /** Whether the file has to be left, for the one that is at its path by then. */
  readonly isLost: boolean;
}

/** Describes what is wrong with the file; null when it is sound. */
function fileTrouble({ kind }: FileState): FileTrouble | null {
  switch (kind) {
    case "sound":
      return null;
    case "missing":
      return { message: "the database file is missing", isLost: true };
    case "replaced":
      return { message: "the database file was replaced by another", isLost: true };
    case "log_missing":
      return { message: "the write-ahead log of the database was deleted", isLost: true };
    case "log_replaced":
      return { message: "the write-ahead log of the database was replaced; restart the server", isLost: false };
    case "unwritable":
      return { message: "the database is no longer writable", isLost: false };
    case "no_room":
      return { message: "the disk of the database is nearly full", isLost: false };
  }
}
