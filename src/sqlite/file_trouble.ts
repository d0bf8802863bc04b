import type { FileState } from "./file_watch.ts";

/** What is wrong with a database that was opened; null when nothing is. */
export interface FileTrouble {
  /** Without the path: anybody may ask whether a server is ready. */
  readonly message: string;
  /** Whether the file has to be left, for the one that is at its path by then. */
  readonly isLost: boolean;
}

/** Describes what is wrong with the file; null when it is sound. */
export function fileTrouble({ kind }: FileState): FileTrouble | null {
  switch (kind) {
    case "sound":
      return null;
    case "missing":
      return { message: "the database file is gone", isLost: true };
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
