/**
 * A folder that other programs leave files in: which of them are whole, and where they go afterwards.
 *
 * Nobody says when a file is written to its end, so it must have stayed as it is for a while. A file that changes while
 * it is read is left where it is, and read again.
 *
 * @module
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "./file_error.ts";

/** A file as it was last seen. */
export interface DroppedFile {
  readonly name: string;
  readonly path: string;
  /** Differs as soon as anything is written to it. */
  readonly state: string;
  readonly isLink: boolean;
}

/** Where files go once they are read. */
export type Destination = "done" | "refused";

/** What browsers, copies and editors call a file until it is whole. */
const UNFINISHED = /(?:^\.|~$|\.(?:part|partial|crdownload|download|tmp|temp|filepart|swp)$)/i;

/** Files that have not been written to for `settleMs`. @throws {GoodwordError} file */
export function settledFiles(folder: string, now: number, settleMs: number): DroppedFile[] {
  const names = listed(folder).filter((name) => !UNFINISHED.test(name));
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || !(found.isFile() || found.isSymbolicLink())) return [];
    const isSettled = now - Math.max(found.mtimeMs, found.ctimeMs) >= settleMs;
    return isSettled ? [{ name, path, state: stateOf(found), isLink: found.isSymbolicLink() }] : [];
  });
}

/** Whether a file is still as it was seen. */
export function isUnchanged({ path, state }: DroppedFile): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && stateOf(found) === state;
}

function stateOf({ size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw fileError(folder, error, "read");
  }
}

/** Moves a file and writes a note beside it; a file of the same name that is there already stays. */
export function putAway(folder: string, file: DroppedFile, to: Destination, note: string): string {
  try {
    mkdirSync(join(folder, to), { recursive: true, mode: 0o700 });
    const path = freePath(join(folder, to), file.name);
    renameSync(file.path, path);
    writeFileSync(`${path}.note.txt`, `${note}\n`, { mode: 0o600 });
    return path;
  } catch (error) {
    throw fileError(file.path, error, "written");
  }
}

function freePath(folder: string, name: string): string {
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${number}$1`));
    if (!existsSync(path)) return path;
  }
}
