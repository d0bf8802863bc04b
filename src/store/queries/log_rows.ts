/** Reads the rows of the transparency log as tiles, without Drizzle: the checkpoint is made with every edition. */
import { readEntry } from "../../transparency_log/entry.ts";
import { readCheckpoint, sizeOfCheckpoint } from "../../transparency_log/note.ts";
import { isSameHash, leafHash, rootAt, TILE_WIDTH, type TileReader } from "../../transparency_log/tree.ts";
import type { DatabaseAdapter } from "../database.ts";
import type { CopiedLog, LogReads, SignedCheckpoints, TransparencyLogStore } from "../edition_store.ts";
import { query, type RunQuery } from "./query.ts";

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
    read: (work) => database.read(({ run }) => work(logReads(run))),
    signer: () => database.read(({ run }) => readKey(run, SIGNER)),
    saveSigner: (vkey) => database.write("log", ({ run }) => saveKey(run, SIGNER, vkey)),
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
    lastSigned: (number) => read(({ run }) => readKey(run, name(number))),
    saveSigned: (number, next) =>
      write("log", async ({ run }) => saveKey(run, name(number), next(await readKey(run, name(number))))),
  };
}

/** The log as it is in the transaction that `run` belongs to. */
export function logReads(run: RunQuery): LogReads {
  const entries = async (first: number, end: number) => {
    const rows = await run<{ entry: string }>(
      query`SELECT entry FROM log_entries WHERE n >= ${first} AND n < ${end} ORDER BY n`,
    );
    return rows.map(({ entry }) => entry);
  };
  const tiles: TileReader = async (level, index, width) => {
    const first = index * TILE_WIDTH;
    if (level === 0) return joined((await entries(first, first + width)).map((entry) => leafHash(Buffer.from(entry))));
    const rows = await run<{ hash: string }>(
      query`SELECT hash FROM log_hashes WHERE level = ${level} AND n >= ${first} AND n < ${first + width} ORDER BY n`,
    );
    return joined(rows.map(({ hash }) => Buffer.from(hash, "base64")));
  };
  const place = async () => ({ number: (await readNumber(run)) ?? 1, size: await sizeOf(run) });
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

/** How many entries there are. */
export async function sizeOf(run: RunQuery): Promise<number> {
  const [row] = await run<{ n: number | string | null }>(query`SELECT max(n) AS n FROM log_entries`);
  return Number(row?.n ?? -1) + 1;
}

/** The number of the log, see {@link LogReads}; null before it begins. */
export async function readNumber(run: RunQuery): Promise<number | null> {
  const value = await readKey(run, NUMBER);
  return value === null ? null : (JSON.parse(value) as { number: number }).number;
}

export async function saveNumber(run: RunQuery, number: number): Promise<void> {
  await saveKey(run, NUMBER, JSON.stringify({ number }));
}

/** The sample is nobody's reviews: the log begins after it. */
export async function isSample(run: RunQuery): Promise<boolean> {
  const [row] = await run<{ count: number | string }>(
    query`SELECT count(*) AS count FROM business WHERE profile LIKE '%"is_sample":true%'`,
  );
  return Number(row?.count) > 0;
}

/** Whether the store's log of a number has all that a copy of the log has. */
export async function isContinued(run: RunQuery, number: number, copied: CopiedLog): Promise<boolean> {
  if (number !== copied.number) return number > copied.number;
  const log = logReads(run);
  const size = await sizeOf(run);
  const signed = copied.checkpoint === null ? null : readCheckpoint(copied.checkpoint);
  if (size < copied.size || size < (signed?.size ?? 0)) return false;
  if (signed !== null && !isSameHash(await rootAt(signed.size, log.tiles), signed.root)) return false;
  if (copied.size <= (signed?.size ?? 0)) return true;
  // What nobody has signed yet may have gone on otherwise, as in a backup that was changed before it was put back.
  const [own] = await log.entries(copied.size - 1, copied.size);
  return own === copied.last;
}

async function readKey(run: RunQuery, name: string): Promise<string | null> {
  const [row] = await run<{ value: string }>(query`SELECT value FROM keys WHERE name = ${name}`);
  return row?.value ?? null;
}

async function saveKey(run: RunQuery, name: string, value: string): Promise<void> {
  await run(
    query`INSERT INTO keys (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}

const joined = (hashes: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(hashes));
