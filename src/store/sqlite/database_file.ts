/** Opens the database file. A file that is foreign, corrupt or of a newer Goodword is refused and left as it is, to the byte. */
import { constants, Database, SQLiteError, type Statement } from "bun:sqlite";
import {
  accessSync,
  closeSync,
  existsSync,
  constants as fsConstants,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import journal from "../../../drizzle/meta/_journal.json";
import { causesOf, GoodwordError, ReadOnlyDatabaseError } from "../../errors.ts";
import type { OpenOptions } from "../store.ts";

export type DatabaseFile = Database;

const KEPT_STATEMENTS = 64;

/** Ends its statements when it is closed: until then SQLite keeps the file open, and bun:sqlite leaves them to the garbage collector. */
export class DatabaseConnection extends Database {
  readonly #compiled = new Map<string, Statement>();

  override query: Database["query"] = (text) => prepared(this, text) as never;
  // Drizzle calls it for each execution.
  override prepare: Database["prepare"] = (text) => prepared(this, text) as never;

  compiled(text: string): Statement {
    const statement = this.#compiled.get(text) ?? super.prepare(text);
    this.#compiled.delete(text);
    this.#compiled.set(text, statement);
    if (this.#compiled.size > KEPT_STATEMENTS) this.#end(this.#compiled.keys().next().value ?? text);
    return statement;
  }

  override close(throwOnError?: boolean): void {
    for (const text of this.#compiled.keys()) this.#end(text);
    super.close(throwOnError);
  }

  #end(text: string): void {
    this.#compiled.get(text)?.finalize();
    this.#compiled.delete(text);
  }
}

function prepared(file: DatabaseConnection, text: string): Pick<Statement, "all" | "get" | "run" | "values"> {
  return {
    all: (...values) => file.compiled(text).all(...values),
    get: (...values) => file.compiled(text).get(...values),
    run: (...values) => file.compiled(text).run(...values),
    values: (...values) => file.compiled(text).values(...values),
  };
}

/** Before this version SQLite can corrupt a WAL when two processes write and checkpoint at the same instant. */
const SAFE_SQLITE = [3, 51, 3];

const OPENING_WAIT_MS = 5000;

/** Attempts to switch a new file to its journal, and the wait between two, in milliseconds. */
const SWITCH_ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 50;

/** The file at `path`, or memory for ":memory:", with the schema that it has. @throws {GoodwordError} `database`, naming the file */
export function openDatabaseFile(path: string, options: OpenOptions = {}): DatabaseFile {
  try {
    if (path !== ":memory:") prepareFile(path, options);
    return openClient(path, options, (file) => refuseForeign(file, path));
  } catch (error) {
    throw databaseError(path, error);
  }
}

export function openOwnFile(path: string): DatabaseFile {
  return openClient(path, {}, () => {});
}

/** How long a statement waits for other processes from now on, in milliseconds. */
export function waitForOthers(file: DatabaseFile, ms: number): void {
  file.run(`PRAGMA busy_timeout = ${ms}`);
}

function prepareFile(path: string, { create = true, openingWaitMs = OPENING_WAIT_MS }: OpenOptions): void {
  if (existsSync(path)) {
    if (existsSync(`${path}-journal`) || existsSync(`${path}-wal`)) inspect(path, openingWaitMs);
    else refuseTruncated(path);
    return;
  }
  if (!create) throw new GoodwordError("database", `${path}: no such database`);
  if (existsSync(`${path}-wal.left`)) {
    const wayOut = `restore a backup, or delete ${path}-wal.left for an empty database`;
    throw new GoodwordError("database", `${path}: the database was removed while in use; ${wayOut}`);
  }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new GoodwordError("database", `${path}: cannot create its folder`, { cause: error });
  }
  createForOwner(path);
}

/** SQLite takes pages that were cut off for zeros. The pages of a log are not in the file yet. @throws {GoodwordError} `database` */
function refuseTruncated(path: string): void {
  const header = readHeader(path);
  if (header?.toString("latin1", 0, MAGIC.length) !== MAGIC) return;
  // A page size of 65,536 does not fit and is written as 1. The size is read last, since others only make the file longer.
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  if (statSync(path).size >= pageBytes * header.readUInt32BE(28)) return;
  const advice = "the file is truncated; it was left untouched. Restore a backup";
  throw new GoodwordError("database", `${path}: the database is damaged: ${advice}`);
}

/** Null if it is not a file or cannot be read: SQLite reports the reason. */
function readHeader(path: string): Buffer | null {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, header, 0, HEADER_BYTES, 0);
      return header;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** Header of every SQLite database; see https://www.sqlite.org/fileformat2.html. */
const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/** An empty file that nobody else may read; SQLite gives its log and index the same permissions. */
export function createForOwner(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // SQLite reports the reason when it opens the file.
  }
}

/**
 * Looks at a file with a log by a connection that may only read: one that may write would fold the log into the file when it is
 * closed, even if both are another program's. Only a writing connection plays back a journal, which a killed process has left.
 */
function inspect(path: string, waitMs: number): void {
  const isKilled = existsSync(`${path}-journal`);
  using file = new DatabaseConnection(path, isKilled ? { readwrite: true, create: false } : { readonly: true });
  waitForOthers(file, waitMs);
  refuseForeign(file, path);
}

/** SQLite has no place for the index of its log: the file system, or the folder, is read-only. */
const NO_PLACE_FOR_INDEX: ReadonlySet<string | undefined> = new Set(["SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY"]);

/** Opens a file that has no log, for reading; creates no file beside it. */
export function openAsItIs(path: string): DatabaseFile {
  const url = `${pathToFileURL(path).href}?immutable=1`;
  return new DatabaseConnection(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
}

function openForReading(path: string, waitMs: number): Database {
  const file = new DatabaseConnection(path, { readonly: true, strict: true });
  try {
    waitForOthers(file, waitMs);
    file.run("PRAGMA schema_version");
    return file;
  } catch (error) {
    file.close();
    const isIndexMissing = error instanceof SQLiteError && NO_PLACE_FOR_INDEX.has(error.code);
    if (!isIndexMissing || existsSync(`${path}-wal`)) throw error;
    return openAsItIs(path);
  }
}

/** Asks the system first: over a read-only file system SQLite only reports that it cannot open something. */
function refuseUnwritable(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, fsConstants.W_OK);
  } catch (error) {
    throw new ReadOnlyDatabaseError(path, { cause: error });
  }
}

function openClient(path: string, options: OpenOptions, check: (file: Database) => void): Database {
  const { create = true, readonly = false, openingWaitMs = OPENING_WAIT_MS } = options;
  if (!readonly) refuseUnwritable(path);
  const file = readonly
    ? openForReading(path, openingWaitMs)
    : new DatabaseConnection(path, { create, readwrite: true, strict: true });
  try {
    waitForOthers(file, openingWaitMs);
    refuseUnsafeSqlite(file);
    check(file);
    if (!readonly) switchToWal(file);
    file.run("PRAGMA synchronous = FULL");
    file.run("PRAGMA foreign_keys = ON");
    if (!readonly) file.run("PRAGMA secure_delete = ON");
    refuseLostLog(file, path);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
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

/** Bytes of a write-ahead log before its frames, and of a frame before its page. See https://www.sqlite.org/walformat.html. */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** A log shorter than its index counts has replaced a deleted one, and SQLite would mix both. */
function refuseLostLog(file: Database, path: string): void {
  if (path === ":memory:") return;
  const frames = file.query<{ log: number }, []>("PRAGMA wal_checkpoint(NOOP)").get()?.log ?? 0;
  if (frames <= 0) return;
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= LOG_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pragma(file, "page_size"))) return;
  throw new GoodwordError("database", `${path}: its write-ahead log was deleted; stop the process that has it open`);
}

function refuseUnsafeSqlite(file: Database): void {
  const version = file.query<{ version: string }, []>("SELECT sqlite_version() AS version").get()?.version ?? "0";
  const parts = version.split(".").map(Number);
  const differing = SAFE_SQLITE.findIndex((least, at) => (parts[at] ?? 0) !== least);
  if (differing >= 0 && (parts[differing] ?? 0) < (SAFE_SQLITE[differing] ?? 0)) {
    throw new GoodwordError("database", `SQLite ${version} is not safe for two processes; 3.51.3 or later is required`);
  }
}

/** "Good" in the header of the file distinguishes it from databases of other programs. */
export const APPLICATION_ID = 0x476f6f64;

const VERSIONS = journal.entries.map(({ idx }) => idx + 1);

/** The schema of release 1.1.0, the oldest that is brought up to date. */
export const OLDEST_SCHEMA_VERSION = Math.min(...VERSIONS);

export const SCHEMA_VERSION = Math.max(...VERSIONS);

/** Refuses foreign databases, reading one moment of the file: another process may just be migrating it. @throws {GoodwordError} `database` */
function refuseForeign(file: Database, path: string): void {
  const refuse = (what: string) => new GoodwordError("database", `${path}: ${what}`);
  const read = file.transaction(() => ({
    tables: file.query<{ count: number }, []>("SELECT count(*) AS count FROM sqlite_schema").get()?.count ?? 0,
    applicationId: pragma(file, "application_id"),
    version: pragma(file, "user_version"),
  }));
  const { applicationId, version, tables } = read();
  if (applicationId !== APPLICATION_ID && tables > 0) {
    throw refuse("this database belongs to another program; it was left untouched");
  }
  if (version > SCHEMA_VERSION) {
    throw refuse(
      `the database has schema version ${version}, this version supports up to ${SCHEMA_VERSION}; use a newer Goodword`,
    );
  }
  if (version > 0 && version < OLDEST_SCHEMA_VERSION) {
    throw refuse(`the database has schema version ${version}, from before release 1.1.0; upgrade to 1.1.0 first`);
  }
}

export function isUpToDate(client: Database): boolean {
  return pragma(client, "user_version") === SCHEMA_VERSION;
}

export function pragma(client: Database, name: string): number {
  return Number(Object.values(client.query<Record<string, number>, []>(`PRAGMA ${name}`).get() ?? { value: 0 })[0]);
}

/** Small enough to be looked through at every start, in bytes. */
const CHECKED_BYTES = 64 << 20;

export function damageOf(file: Database): string | null {
  if (pragma(file, "page_count") * pragma(file, "page_size") > CHECKED_BYTES) return null;
  const finding = file.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get()?.quick_check;
  return finding === undefined || finding === "ok" ? null : finding.replace("*** in database main ***", "").trim();
}

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

export function explainDatabaseError(path: string, error: unknown): unknown {
  for (const at of causesOf(error)) {
    const explained = databaseError(path, at);
    if (explained !== at) return explained;
  }
  return error;
}

/** SQLite's own word for what went wrong, such as SQLITE_BUSY, also for an error that others have wrapped. */
export function sqliteCode(error: unknown): string | undefined {
  for (const at of causesOf(error)) {
    if ("code" in at && typeof at.code === "string" && at.code.startsWith("SQLITE_")) return at.code;
  }
  return undefined;
}
