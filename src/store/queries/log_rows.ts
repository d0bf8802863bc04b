/** Reads the rows of the transparency log as tiles, without Drizzle: the checkpoint is made with every edition. */
import { readCheckpoint } from "../../transparency_log/note.ts";
import { leafHash, rootAt, TILE_WIDTH, type TileReader } from "../../transparency_log/tree.ts";
import type { CopiedLog, LogReads, LogState, LostLog } from "../edition_store.ts";
import { query, type RunQuery } from "./query.ts";

/** The key of what is kept of the log besides its rows; absent before the log begins. */
export const LOG = "log";

export const SIGNER = "log_key";

/** The value under {@link LOG}. */
export type KeptLog = Pick<LogState, "number" | "before">;

const NOT_BEGUN: KeptLog = { number: 1, before: null };

/** The log as it is in the transaction that `run` belongs to. */
export function logReads(run: RunQuery): LogReads {
  const entries = (first: number, end: number) => readEntries(run, first, end);
  const tiles: TileReader = async (level, index, width) => {
    const first = index * TILE_WIDTH;
    if (level === 0) {
      const bytes = new TextEncoder();
      return joined((await entries(first, first + width)).map((entry) => leafHash(bytes.encode(entry))));
    }
    const rows = await run<{ hash: string }>(
      query`SELECT hash FROM log_hashes WHERE level = ${level} AND n >= ${first} AND n < ${first + width} ORDER BY n`,
    );
    return joined(rows.map(({ hash }) => Buffer.from(hash, "base64")));
  };
  const place = async () => ({ ...((await readKeptLog(run)) ?? NOT_BEGUN), size: await sizeOf(run) });
  return {
    entries,
    tiles,
    place,
    async state() {
      const now = await place();
      return { ...now, root: await rootAt(now.size, tiles) };
    },
  };
}

/** How many entries there are. */
export async function sizeOf(run: RunQuery): Promise<number> {
  const [row] = await run<{ n: number | string | null }>(query`SELECT max(n) AS n FROM log_entries`);
  return Number(row?.n ?? -1) + 1;
}

/** Null before the log begins. */
export async function readKeptLog(run: RunQuery): Promise<KeptLog | null> {
  const [row] = await run<{ value: string }>(query`SELECT value FROM keys WHERE name = ${LOG}`);
  return row === undefined ? null : (JSON.parse(row.value) as { number: number; before: LostLog | null });
}

/** The sample is nobody's reviews: the log begins after it. */
export async function isSample(run: RunQuery): Promise<boolean> {
  const [row] = await run<{ count: number | string }>(
    query`SELECT count(*) AS count FROM business WHERE profile LIKE '%"is_sample":true%'`,
  );
  return Number(row?.count) > 0;
}

/** Whether nothing is left to do before the log is read: it has begun, or nothing is there for it, and it lacks nothing. */
export async function isPrepared(run: RunQuery, copied: CopiedLog | null): Promise<boolean> {
  const [edition] = await run(query`SELECT 1 AS there FROM edition`);
  if (edition === undefined || (await isSample(run))) return true;
  const kept = await readKeptLog(run);
  return kept !== null && (copied === null || (await isContinued(run, kept, copied)));
}

/** Whether the store has all that a copy of the log has. */
export async function isContinued(run: RunQuery, { number }: KeptLog, copied: CopiedLog): Promise<boolean> {
  const size = await sizeOf(run);
  const signed = copied.checkpoint === null ? null : readCheckpoint(copied.checkpoint);
  if (number > copied.number) return true;
  if (number < copied.number || size < copied.size || size < (signed?.size ?? 0)) return false;
  const isSigned = signed === null || Buffer.compare(await rootAt(signed.size, logReads(run).tiles), signed.root) === 0;
  if (!isSigned || copied.last === null || copied.size <= (signed?.size ?? 0)) return isSigned;
  // What nobody has signed yet may have gone on otherwise, as in a backup that was changed before it was put back.
  const [own] = await readEntries(run, copied.size - 1, copied.size);
  return own === copied.last;
}

/** The key that signed last, as a vkey; null before the first. */
export async function readSigner(run: RunQuery): Promise<string | null> {
  const [row] = await run<{ value: string }>(query`SELECT value FROM keys WHERE name = ${SIGNER}`);
  return row?.value ?? null;
}

async function readEntries(run: RunQuery, first: number, end: number): Promise<string[]> {
  const rows = await run<{ entry: string }>(
    query`SELECT entry FROM log_entries WHERE n >= ${first} AND n < ${end} ORDER BY n`,
  );
  return rows.map(({ entry }) => entry);
}

function joined(hashes: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(hashes));
}
