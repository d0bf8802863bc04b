/**
 * SQLite's errors in words for the person who runs the program.
 *
 * @module
 */
import { SQLiteError } from "bun:sqlite";
import { GoodwordError, ReadOnlyDatabaseError } from "../errors.ts";

/** What is wrong with the database, in words for the person who runs it. Other errors come back as they are. */
export function databaseError(path: string, error: unknown): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const say = (what: string) => new GoodwordError("database", `${path}: ${what}`, { cause: error });
  switch (error.code?.split("_")[1]) {
    case "NOTADB":
      return say("this is not a SQLite database; it was left untouched");
    case "CORRUPT":
      return say("the database is damaged; it was left untouched. Restore a backup");
    case "BUSY":
      return say("another process is writing to the database; try again in a moment");
    case "FULL":
      return say("the disk is full; nothing was changed");
    case "READONLY":
      return new ReadOnlyDatabaseError(path, { cause: error });
    case "IOERR":
      return say("the disk reported an error; nothing was changed");
    case "CANTOPEN":
      return say("cannot open the database; check the path and the permission to read and write it");
    default:
      return error;
  }
}

/** As {@link databaseError}, for an error that others have wrapped. */
export function explainDatabaseError(path: string, error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    const told = databaseError(path, at);
    if (told !== at) return told;
  }
  return error;
}

/** SQLite's own word for what went wrong, such as SQLITE_BUSY, also for an error that others have wrapped. */
export function sqliteCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && at.code.startsWith("SQLITE_")) return at.code;
  }
  return undefined;
}
