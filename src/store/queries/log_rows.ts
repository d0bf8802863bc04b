/** Reads the rows of the transparency log as tiles. */
import { and, asc, eq, gte, lt, max } from "drizzle-orm";
import { readEntry } from "../../log/entry.ts";
import { readCheckpoint, sizeOfCheckpoint } from "../../log/note.ts";
import { isSameHash, leafHash, rootAt, TILE_WIDTH, type TileReader } from "../../log/tree.ts";
import type { DatabaseAdapter } from "../database.ts";
import type { CopiedLog, LogReads, SignedCheckpoints, TransparencyLogStore } from "../edition_store.ts";
import type { Sql } from "./dialect.ts";
import { readSetting, saveSetting } from "./stored_settings.ts";

/** The key under which the number of the log is kept; absent before the log begins. */
const NUMBER = "log";
const SIGNER = "log_key";

/** The log of a store. What was signed is kept in the copy, which a restored backup does not replace, or else in rows. */
export function createTransparencyLog(
  database: Pick<DatabaseAdapter, "read" | "write" | "logCopy">,
): TransparencyLogStore {
  const { logCopy } = database;
  const checkpoints = logCopy ?? checkpointRows(database);
  return {
    read: (work) => database.read((sql) => work(logReads(sql))),
    signer: () => database.read(async (sql) => (await readSetting(sql, SIGNER)) ?? null),
    saveSigner: (vkey) => database.write("log", (sql) => saveSetting(sql, SIGNER, vkey)),
    copy: async () => logCopy,
    lastSigned: async (number) => checkpoints.lastSigned(number),
    async saveSigned(number, checkpoint) {
      const size = sizeOfCheckpoint(checkpoint);
      const greater = (last: string | null) => (last !== null && sizeOfCheckpoint(last) > size ? last : checkpoint);
      await checkpoints.saveSigned(number, greater);
    },
  };
}

function checkpointRows({ read, write }: Pick<DatabaseAdapter, "read" | "write">): SignedCheckpoints {
  const name = (number: number) => `log_checkpoint_${number}`;
  return {
    lastSigned: (number) => read(async (sql) => (await readSetting(sql, name(number))) ?? null),
    saveSigned: (number, next) =>
      write("log", async (sql) => saveSetting(sql, name(number), next((await readSetting(sql, name(number))) ?? null))),
  };
}

export function logReads(connection: Sql): LogReads {
  const { db, tables } = connection;
  const { logEntries, logHashes } = tables;
  const entries = async (first: number, end: number) => {
    const { n, entry: text } = logEntries;
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

/** The number of the log, see {@link LogReads}; null before it begins. */
export async function readNumber(connection: Sql): Promise<number | null> {
  const value = await readSetting(connection, NUMBER);
  return value === undefined ? null : (JSON.parse(value) as { number: number }).number;
}

export async function saveNumber(connection: Sql, number: number): Promise<void> {
  await saveSetting(connection, NUMBER, JSON.stringify({ number }));
}

/** Reviews of the sample are made up, so the log starts after it. */
export async function isSample({ db, tables: { business } }: Sql): Promise<boolean> {
  const [row] = await db.select({ profile: business.profile }).from(business);
  return row?.profile.is_sample === true;
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
