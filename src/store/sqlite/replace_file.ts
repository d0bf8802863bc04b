/** Puts another database in the place of one that nobody uses. */
import { constants, Database, SQLiteError } from "bun:sqlite";
import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { renameDurably } from "../../system.ts";

/** What a replacement came to. `replaced` names the old file, which stays; null where there was none. */
type Replacement = { readonly kind: "replaced"; readonly before: string | null } | { readonly kind: "in_use" };

/** Renames `by` to `path`; a killed process leaves one of the two. The old one is kept as `path.before-STAMP` until something is erased. */
export function replaceDatabaseFile(path: string, by: string, stamp: string): Replacement {
  leaveLog(by);
  if (!existsSync(path)) {
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
    renameDurably(by, path);
    return { kind: "replaced", before: null };
  }
  const old = holdAlone(path);
  if (old === "in_use") return { kind: "in_use" };
  let before = `${path}.before-${stamp}`;
  for (let number = 2; existsSync(before); number++) before = `${path}.before-${stamp}-${number}`;
  try {
    linkSync(path, before);
    // What could not be folded into a damaged file must not be played into the new one.
    if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) setLogAside(path);
    renameDurably(by, path);
  } finally {
    old?.close();
  }
  return { kind: "replaced", before };
}

/** Deletes the databases that were replaced at `path`, and their logs: an erasure reaches every copy. */
export function removeReplacedFiles(path: string): void {
  if (path === ":memory:" || path === "") return;
  rmSync(`${path}-wal.left`, { force: true });
  for (const name of readdirSync(dirname(path))) {
    if (name.startsWith(`${basename(path)}.before-`)) rmSync(join(dirname(path), name), { force: true });
  }
}

/** Makes a database one file: a log of its old name would not come along. */
function leaveLog(path: string): void {
  using file = new Database(path, { readwrite: true, create: false });
  file.run("PRAGMA journal_mode = DELETE");
}

const LOCK_TIMEOUT_MS = 200;

/** Whether some process has the database open; one that is damaged or missing nobody can use. */
export function isDatabaseInUse(path: string, lockTimeoutMs = LOCK_TIMEOUT_MS): boolean {
  if (!existsSync(path)) return false;
  const held = holdAlone(path, lockTimeoutMs);
  if (held === "in_use") return true;
  held?.close();
  return false;
}

/** The file with its log checkpointed and no other connection; null if it is too damaged for that. */
function holdAlone(path: string, lockTimeoutMs = LOCK_TIMEOUT_MS): Database | null | "in_use" {
  const file = open(path);
  if (file === null) return null;
  try {
    file.run(`PRAGMA busy_timeout = ${lockTimeoutMs}`);
    file.run("PRAGMA locking_mode = EXCLUSIVE");
    file.run("BEGIN EXCLUSIVE");
    file.run("COMMIT");
    // Its log must stay where it is on closing: by then another database has its name.
    file.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1);
    file.query("PRAGMA wal_checkpoint(TRUNCATE)").all();
    return file;
  } catch (error) {
    file.close();
    if (!(error instanceof SQLiteError)) throw error;
    return /^SQLITE_(?:BUSY|LOCKED)/.test(error.code ?? "") ? "in_use" : null;
  }
}

function open(path: string): Database | null {
  try {
    return new Database(path, { readwrite: true, create: false });
  } catch {
    return null;
  }
}

/** Moves the log of a file that is gone away from what stands at its path: SQLite would play it into that. There is no other copy. */
export function setLogAside(path: string): void {
  renameSync(`${path}-wal`, `${path}-wal.left`);
  rmSync(`${path}-shm`, { force: true });
}
