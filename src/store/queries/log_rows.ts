/** Reads the rows of the transparency log as tiles. */
import { and, asc, eq, gte, lt, max } from "drizzle-orm";
import { readEntry } from "../../log/entry.ts";
import { readCheckpoint } from "../../log/note.ts";
import { isSameHash, leafHash, rootAt, TILE_WIDTH, type TileReader } from "../../log/tree.ts";
import type { Sql } from "./dialect.ts";
import { readJson, readProfile, saveSetting } from "./stored_settings.ts";

/** The key under which the number of the log is kept; absent before the log begins. */
const NUMBER = "log";

export interface SignedCheckpoints {
  lastSigned(number: number): string | null | Promise<string | null>;
  /** Keeps what `next` makes of the last one. */
  saveSigned(number: number, next: (last: string | null) => string): void | Promise<void>;
}

/** A copy of the log beside the database, which outlives it. */
export interface LogCopy extends SignedCheckpoints {
  state(): CopiedLog | null;
  /** Its entries from the first on, whole ones only. */
  entries(number: number, first: number): Iterable<string>;
  /** Appends the entries that the copy does not have yet. */
  catchUp(log: LogReads): Promise<void>;
}

export interface CopiedLog {
  readonly number: number;
  readonly size: number;
  readonly last: string | null;
  readonly checkpoint: string | null;
}

export type LogReads = ReturnType<typeof logReads>;
/** `number` is 1, or how many logs were begun because the one before was lost; `before` is the last known checkpoint of that. */
export type LogState = Awaited<ReturnType<LogReads["state"]>>;

export function logReads(connection: Sql) {
  const { db, tables } = connection;
  const { logEntries, logHashes } = tables;
  const { n, entry: text } = logEntries;
  /** Texts of entries, from the first to before the second; fewer at the end of the log. */
  const entries = async (first: number, end: number): Promise<readonly string[]> => {
    const isWithin = and(gte(n, first), lt(n, end));
    const rows = await db.select({ entry: text }).from(logEntries).where(isWithin).orderBy(asc(n));
    return rows.map(({ entry }) => entry);
  };
  const tiles: TileReader = async (level, index, width) => {
    const first = index * TILE_WIDTH;
    if (level === 0) return joined((await entries(first, first + width)).map((entry) => leafHash(Buffer.from(entry))));
    const { n, hash } = logHashes;
    const isWithin = and(eq(logHashes.level, level), gte(n, first), lt(n, first + width));
    const rows = await db.select({ hash }).from(logHashes).where(isWithin).orderBy(asc(n));
    return joined(rows.map((row) => Buffer.from(row.hash, "base64")));
  };
  /** Its number and size alone, without hashing. */
  const place = async () => ({ number: (await readNumber(connection)) ?? 1, size: await sizeOf(connection) });
  return {
    entries,
    tiles,
    place,
    async state() {
      const { number, size } = await place();
      const [first] = await entries(0, 1);
      const begun = first === undefined ? null : readEntry(first);
      const before = begun?.act === "succeeded" ? { origin: begun.origin, size: begun.size, root: begun.root } : null;
      return { number, size, root: await rootAt(size, tiles), before };
    },
  };
}

export async function sizeOf({ db, tables: { logEntries } }: Sql): Promise<number> {
  const [row] = await db.select({ n: max(logEntries.n) }).from(logEntries);
  return (row?.n ?? -1) + 1;
}

export async function readNumber(connection: Sql): Promise<number | null> {
  return (await readJson<{ readonly number: number }>(connection, NUMBER))?.number ?? null;
}

export async function saveNumber(connection: Sql, number: number): Promise<void> {
  await saveSetting(connection, NUMBER, JSON.stringify({ number }));
}

/** Reviews of the sample are made up, so the log starts after it. */
export async function isSample(connection: Sql): Promise<boolean> {
  return (await readProfile(connection))?.is_sample === true;
}

/** Whether the store's log of a number has all that a copy of the log has. */
export async function isContinued(connection: Sql, number: number, copied: CopiedLog): Promise<boolean> {
  if (number !== copied.number) return number > copied.number;
  const log = logReads(connection);
  const size = await sizeOf(connection);
  const signed = copied.checkpoint === null ? null : readCheckpoint(copied.checkpoint);
  if (size < copied.size || size < (signed?.size ?? 0)) return false;
  if (signed !== null && !isSameHash(await rootAt(signed.size, log.tiles), signed.root)) return false;
  if (copied.size <= (signed?.size ?? 0)) return true;
  // What nobody has signed yet may have gone on otherwise, as in a backup that was changed before it was put back.
  const [own] = await log.entries(copied.size - 1, copied.size);
  return own === copied.last;
}

const joined = (hashes: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(hashes));
