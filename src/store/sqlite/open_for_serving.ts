/** Opens the database of a server and watches its file: SQLite keeps using a deleted or replaced one, which nobody else sees. */
import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ReadOnlyDatabaseError } from "../../errors.ts";
import { once } from "../../memo.ts";
import type { Log } from "../../platform.ts";
import type { OpenOptions, Store } from "../mod.ts";
import { openDatabase } from "./mod.ts";
import { setLogAside } from "./replace_file.ts";

export interface ServedStore {
  readonly store: Store;
  readonly isReadOnly: boolean;
  /** What has happened to the file since it was opened. Cheap enough to be asked ten times a second. */
  trouble(): FileTrouble | null;
  /** Keeps the log of a lost file from being mixed with what stands at its path. */
  setLogAside(): void;
  /** Closes the file, which may be lost without anybody having noticed; calling it again changes nothing. */
  close(): Promise<void>;
}

export type ServingOptions = Pick<OpenOptions, "create" | "openingWaitMs">;

const LOCK_TIMEOUT_MS = 3000;

/** Opens the store in the file at `path`, read-only if need be. @throws {GoodwordError} `database`, naming the file */
export function openForServing(path: string, log: Log, options: ServingOptions): ServedStore {
  const open = (isReadOnly: boolean): ServedStore => {
    const onMigrated = (what: string) => log.info(`The database was ${what}`, { path });
    const how = isReadOnly ? { create: false, readonly: true } : { emptiesLog: true, onMigrated };
    const store = openDatabase(path, { ...options, ...how, lockTimeoutMs: LOCK_TIMEOUT_MS });
    const watch = watchFile(path, { isReadOnly });
    const leaveLog = () => {
      if (watch.isAway() && watch.hasOwnLog()) setLogAside(path);
    };
    const close = once(async () => {
      leaveLog();
      await store[Symbol.asyncDispose]();
    });
    return { store, isReadOnly, trouble: watch.trouble, setLogAside: leaveLog, close };
  };
  try {
    return open(false);
  } catch (error) {
    if (!(error instanceof ReadOnlyDatabaseError)) throw error;
    const served = open(true);
    log.warn("The database is read-only: reviews are served, subscriptions are not accepted", { path });
    return served;
  }
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
