/**
 * Whether the database file that a server has open is still the one at its path, and can be written to.
 *
 * SQLite goes on with a file that was deleted or replaced under it, and so would serve and save what nobody else sees.
 *
 * @module
 */
import { accessSync, constants, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Less room than this is too little for the log of the next import, in bytes. */
const LEAST_ROOM = 8 << 20;

/** What has become of the database file and its write-ahead log. */
export type FileState =
  | { readonly kind: "sound" }
  /** No file at the path. */
  | { readonly kind: "missing" }
  /** Another file at the path. */
  | { readonly kind: "replaced" }
  /** The write-ahead log was deleted. */
  | { readonly kind: "log_missing" }
  /** The write-ahead log was deleted, and another process has begun a new one. */
  | { readonly kind: "log_replaced" }
  | { readonly kind: "unwritable" }
  | { readonly kind: "no_room" };

/** What is asked of the file system. */
export interface FileSystem {
  /** Device and inode of a file; null when there is none. */
  identity(path: string): string | null;
  isWritable(path: string): boolean;
  /** Bytes that this user may still write in a folder. */
  room(folder: string): number;
}

/** Checks whether the opened file is still the one at its path. */
export interface FileWatch {
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
      if (log !== null && logNow === null) return { kind: "log_missing" };
      if (log !== null && logNow !== log) return { kind: "log_replaced" };
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
