/**
 * Reads the rows of the transparency log as tiles, without Drizzle: the checkpoint is made with every edition.
 *
 * @module
 */
import { leafHash, rootAt, TILE_WIDTH, type TileReader } from "../../transparency_log/mod.ts";
import type { LogReads, LogState, LostLog } from "../mod.ts";
import { query, type RunQuery } from "./query.ts";

/** The key of what is kept of the log besides its rows; absent before the log begins. */
export const LOG = "log";

/** The value under {@link LOG}. */
export type KeptLog = Pick<LogState, "number" | "before">;

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
  return {
    entries,
    tiles,
    async state() {
      const kept = (await readKeptLog(run)) ?? { number: 1, before: null };
      const size = await sizeOf(run);
      return { ...kept, size, root: await rootAt(size, tiles) };
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

async function readEntries(run: RunQuery, first: number, end: number): Promise<string[]> {
  const rows = await run<{ entry: string }>(
    query`SELECT entry FROM log_entries WHERE n >= ${first} AND n < ${end} ORDER BY n`,
  );
  return rows.map(({ entry }) => entry);
}

function joined(hashes: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(hashes));
}
