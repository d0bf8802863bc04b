/**
 * Opens the database file: looks before it touches.
 *
 * A file that is foreign, corrupt or written by a newer Goodword is refused and left as it is, to the byte.
 *
 * @module
 */
import { constants, Database, SQLiteError } from "bun:sqlite";
import { accessSync, closeSync, existsSync, constants as fsConstants, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { GoodwordError, ReadOnlyDatabaseError } from "../errors.ts";
import type { OpenOptions } from "../store/ports/store.ts";
import { databaseError } from "./database_error.ts";
import { inspectDatabase } from "./inspect_database.ts";

/** An open file, which its owner has to close. */
export type DatabaseFile = Database;

/** Before this version SQLite can corrupt a WAL when two processes write and checkpoint at the same instant. */
const SAFE_SQLITE = [3, 51, 3];

/** How long other processes that start or write are waited for, in milliseconds. */
const OPENING_WAIT_MS = 5000;

/** Attempts to switch a new file to its journal, and the wait between two, in milliseconds. */
const SWITCH_ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 50;

/**
 * The file at `path`, or memory for ":memory:", with the schema that it has. What is done with it waits for other processes,
 * until {@link waitForOthers} says otherwise.
 *
 * @throws {GoodwordError} `database`, naming the file, when it cannot be used
 */
export function openDatabaseFile(path: string, options: OpenOptions = {}): DatabaseFile {
  try {
    if (path !== ":memory:") prepareFile(path, options);
    return openClient(path, options);
  } catch (error) {
    throw databaseError(path, error);
  }
}

/** How long a statement waits for other processes from now on, in milliseconds. */
export function waitForOthers(file: DatabaseFile, ms: number): void {
  file.run(`PRAGMA busy_timeout = ${ms}`);
}

function prepareFile(path: string, { create = true, isMoveTarget = false }: OpenOptions): void {
  if (existsSync(path)) {
    inspectDatabase(path, isMoveTarget);
    return;
  }
  if (!create) throw new GoodwordError("database", `${path}: no such database`);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new GoodwordError("database", `${path}: cannot create its folder`, { cause: error });
  }
  createForOwner(path);
}

/** An empty file that nobody else may read; SQLite gives its log and index the same permissions. */
export function createForOwner(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // SQLite says why when it opens the file.
  }
}

/** How SQLite says that it has no place for the index of its log: the file system, or the folder, is read-only. */
const NO_PLACE_FOR_INDEX: ReadonlySet<string | undefined> = new Set(["SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY"]);

/** Without a place for the index, and without a log, the file is all there is, and nobody who could change it is at it. */
function openForReading(path: string): Database {
  const file = new Database(path, { readonly: true, strict: true });
  try {
    file.run("PRAGMA schema_version");
    return file;
  } catch (error) {
    file.close();
    const isIndexMissing = error instanceof SQLiteError && NO_PLACE_FOR_INDEX.has(error.code);
    if (!isIndexMissing || existsSync(`${path}-wal`)) throw error;
    const url = `${pathToFileURL(path).href}?immutable=1`;
    return new Database(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  }
}

/** Asked of the system first: over a read-only file system SQLite only says that it cannot open something. */
function refuseUnwritable(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, fsConstants.W_OK);
  } catch (error) {
    throw new ReadOnlyDatabaseError(path, { cause: error });
  }
}

function openClient(path: string, options: OpenOptions): Database {
  if (!options.readonly) refuseUnwritable(path);
  const file = options.readonly
    ? openForReading(path)
    : new Database(path, { create: options.create ?? true, readwrite: true, strict: true });
  try {
    settle(file, options);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

function settle(file: Database, { readonly = false }: OpenOptions): void {
  waitForOthers(file, OPENING_WAIT_MS);
  refuseUnsafeSqlite(file);
  if (!readonly) switchToWal(file);
  file.run("PRAGMA synchronous = FULL");
  file.run("PRAGMA foreign_keys = ON");
  if (!readonly) file.run("PRAGMA secure_delete = ON");
}

/** Two that switch a new file at the same instant turn each other away without waiting; with the next attempt one wins. */
function switchToWal(file: Database): void {
  for (let attempt = 1; ; attempt++) {
    try {
      file.run("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (attempt === SWITCH_ATTEMPTS || !(error instanceof SQLiteError && error.code === "SQLITE_BUSY")) throw error;
      Bun.sleepSync(BETWEEN_ATTEMPTS_MS);
    }
  }
}

function refuseUnsafeSqlite(file: Database): void {
  const version = file.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "0";
  const parts = version.split(".").map(Number);
  const differing = SAFE_SQLITE.findIndex((least, at) => (parts[at] ?? 0) !== least);
  if (differing >= 0 && (parts[differing] ?? 0) < (SAFE_SQLITE[differing] ?? 0)) {
    throw new GoodwordError("database", `SQLite ${version} is not safe for two processes; 3.51.3 or later is needed`);
  }
}
