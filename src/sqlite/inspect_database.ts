/**
 * Looks at a database file before anything can be written to it: is it ours, whole, and of a version that we know?
 *
 * @module
 */
import { constants, Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import journal from "../../drizzle/meta/_journal.json";
import { GoodwordError } from "../errors.ts";

/** "Good" in the header of the file tells it from other programs' databases. */
export const APPLICATION_ID = 0x476f6f64;

/** The newest schema: there are as many versions as migrations. */
export const SCHEMA_VERSION = journal.entries.length;

/** Added to the version of a file that a move has not yet filled, so that every release takes it for one it does not know. */
export const UNFINISHED_MOVE = 1_000_000_000;

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;

/** Looks at a file that seems not to be ours, and the wait between two, in milliseconds. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 50;

/**
 * Refuses what is not ours. A file that another process is just bringing up to date can look foreign or damaged for an
 * instant, half of it new and half old, so only what looks so several times is refused.
 *
 * @param isMoveTarget whether a file is accepted that a move of this release has not yet filled
 * @throws {GoodwordError} `database`, for what must be left as it is; SQLite's own error where it is no database
 */
export function inspectDatabase(path: string, isMoveTarget = false): void {
  for (let look = 1; ; look++) {
    try {
      lookAt(path, isMoveTarget);
      return;
    } catch (error) {
      if (look === LOOKS) throw error;
      Bun.sleepSync(BETWEEN_LOOKS_MS);
    }
  }
}

function lookAt(path: string, isMoveTarget: boolean): void {
  const refuse = (what: string) => new GoodwordError("database", `${path}: ${what}`);
  const hasLog = existsSync(`${path}-wal`);
  if (!hasLog && isCutOff(path)) {
    throw refuse("the database is damaged: the file is truncated; it was left untouched. Restore a backup");
  }
  const { applicationId, version, tables } = readHead(path, hasLog);
  if (applicationId !== APPLICATION_ID && tables > 0) {
    throw refuse("this database belongs to another program; it was left untouched");
  }
  if (isMoveTarget && version === UNFINISHED_MOVE + SCHEMA_VERSION) return;
  if (version > UNFINISHED_MOVE) {
    const wayOut = "repeat goodword move with the release that began it, or delete the file";
    throw refuse(`a move into this database was not completed; ${wayOut}`);
  }
  if (version > SCHEMA_VERSION) {
    throw refuse(
      `the database has schema version ${version}, this version supports up to ${SCHEMA_VERSION}; use a newer Goodword`,
    );
  }
}

/** SQLite takes a file shorter than its first page for an empty one, and would write over it. */
function isCutOff(path: string): boolean {
  const { header, size } = readHeader(path);
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return false;
  // A page size of 65,536 does not fit and is written as 1.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return size < pageSize * header.readUInt32BE(28);
}

/** Nothing of what is no file or cannot be read: SQLite will tell why. */
function readHeader(path: string): { readonly header: Buffer; readonly size: number } {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const { size } = statSync(path);
    const file = openSync(path, "r");
    try {
      readSync(file, header, 0, HEADER_BYTES, 0);
      return { header, size };
    } finally {
      closeSync(file);
    }
  } catch {
    return { header, size: 0 };
  }
}

/** Without a log nothing beside the file is needed; a plain connection would put two files there, even to read. */
function readHead(path: string, hasLog: boolean): { applicationId: number; version: number; tables: number } {
  const address = `file:${encodeURI(path).replaceAll("?", "%3f").replaceAll("#", "%23")}`;
  const client = hasLog
    ? new Database(path, { readonly: true })
    : new Database(`${address}?immutable=1`, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  try {
    client.run("PRAGMA busy_timeout = 5000");
    return {
      applicationId: pragma(client, "application_id"),
      version: pragma(client, "user_version"),
      tables: client.query<{ count: number }, []>("SELECT count(*) AS count FROM sqlite_schema").get()?.count ?? 0,
    };
  } finally {
    client.close();
  }
}

/** Whether the schema is the newest. */
export function isUpToDate(client: Database): boolean {
  return pragma(client, "user_version") % UNFINISHED_MOVE === SCHEMA_VERSION;
}

/** The number that a PRAGMA answers with. */
export function pragma(client: Database, name: string): number {
  return Number(Object.values(client.query<Record<string, number>, []>(`PRAGMA ${name}`).get() ?? { value: 0 })[0]);
}

/** Small enough to be looked through at every start, in bytes. */
const CHECKED_BYTES = 64 << 20;

/** What is wrong inside the file, or null. Large files are not looked through. */
export function damageOf(file: Database): string | null {
  if (pragma(file, "page_count") * pragma(file, "page_size") > CHECKED_BYTES) return null;
  const finding = file.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get()?.quick_check;
  return finding === undefined || finding === "ok" ? null : finding.replace("*** in database main ***", "").trim();
}
