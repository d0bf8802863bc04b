/**
 * Leaves a database file that was deleted, replaced or robbed of its log while it was open, so that nothing is lost that
 * can be kept and nothing is done to the file that stands in its place.
 *
 * @module
 */
import { constants, SQLiteError } from "bun:sqlite";
import { renameSync, rmSync } from "node:fs";
import { type DatabaseFile, waitForOthers } from "./database_file.ts";

/** How long others of this process are waited for, in milliseconds; they have been asked to end. */
const PATIENCE_MS = 200;

/**
 * Folds the log into the file and closes it. The log's file is left where it is, empty: SQLite would otherwise delete
 * whatever has its name by now. See https://www.sqlite.org/howtocorrupt.html, section 2.5.
 *
 * @returns whether all of it is in the file, and no connection is left that would share its locks with the next one
 */
export function leaveFile(file: DatabaseFile): boolean {
  const isFolded = foldLog(file);
  return closeWhole(file) && isFolded;
}

function foldLog(file: DatabaseFile): boolean {
  try {
    file.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    waitForOthers(file, PATIENCE_MS);
    const folded = file.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get();
    return folded?.busy === 0;
  } catch (error) {
    // As when the disk is gone with the file.
    if (error instanceof SQLiteError) return false;
    throw error;
  }
}

/**
 * Takes the log of a file that is gone out of the way of whatever stands at its path: SQLite would play it into that. It is
 * kept beside, for there is no other copy of what was not folded yet. Returns where.
 */
export function setLogAside(path: string): string {
  const aside = `${path}-wal.left`;
  renameSync(`${path}-wal`, aside);
  rmSync(`${path}-shm`, { force: true });
  return aside;
}

/** Statements that nobody uses any more hold a connection open until they are collected. */
function closeWhole(file: DatabaseFile): boolean {
  for (const collect of [false, true]) {
    if (collect) Bun.gc(true);
    try {
      file.close(true);
      return true;
    } catch {
      // Once more after the collection.
    }
  }
  return false;
}
