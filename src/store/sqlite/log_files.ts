/**
 * The transparency log as files beside the database, in the layout of its bundles (C2SP tlog-tiles): `DATABASE.log/1/entries/x001/234`.
 * A bundle grows until it is full, and no byte of it is ever changed: whoever writes the same log writes the same bytes. What
 * is there outlives the database.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sizeOfCheckpoint } from "../../transparency_log/note.ts";
import { TILE_WIDTH, tilePath, writeBundle } from "../../transparency_log/tree.ts";
import type { TransparencyLogStore } from "../edition_store.ts";
import type { CopiedLog, LogCopy, LogReads } from "../mod.ts";
import { isPrepared, logReads, readKeptLog, readSigner, SIGNER, sizeOf } from "../queries/log_rows.ts";
import { query, type RunQuery } from "../queries/query.ts";
import type { Connection } from "./connection.ts";
import { sqliteCode } from "./database_file.ts";

/** The copy of the log beside a database. */
class LogFiles implements LogCopy {
  readonly #folder: string;

  constructor(databasePath: string) {
    this.#folder = `${databasePath}.log`;
  }

  state(): CopiedLog | null {
    const number = Math.max(
      0,
      ...namesIn(this.#folder)
        .filter((name) => /^[1-9]\d{0,5}$/.test(name))
        .map(Number),
    );
    if (number === 0) return null;
    return { number, ...this.#endOf(number), checkpoint: this.checkpoint(number) };
  }

  *entries(number: number, first: number): Generator<string> {
    for (let index = Math.floor(first / TILE_WIDTH); ; index++) {
      const entries = wholeEntries(readOrNull(this.#bundlePath(number, index)) ?? new Uint8Array());
      const skipped = Math.max(0, first - index * TILE_WIDTH);
      for (const entry of entries.slice(skipped)) yield Buffer.from(entry).toString("utf8");
      if (entries.length < TILE_WIDTH) return;
    }
  }

  /**
   * Adds what the database has more, within a transaction of it. What cannot be written is written after the next change, and
   * the doctor tells of it: the change itself is made.
   */
  async catchUp(run: RunQuery): Promise<void> {
    const kept = await readKeptLog(run);
    if (kept === null) return;
    try {
      await this.#write(kept.number, await sizeOf(run), logReads(run).entries);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    }
  }

  async #write(number: number, size: number, read: LogReads["entries"]): Promise<void> {
    const last = Math.floor(this.#endOf(number).size / TILE_WIDTH);
    for (let index = last; index * TILE_WIDTH < size; index++) {
      const entries = await read(index * TILE_WIDTH, Math.min(size, (index + 1) * TILE_WIDTH));
      this.#extend(this.#bundlePath(number, index), writeBundle(entries.map((entry) => Buffer.from(entry))));
    }
  }

  checkpoint(number: number): string | null {
    const bytes = readOrNull(this.#checkpointPath(number));
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }

  /** Nobody reads half of it, and it is never of fewer entries than before. */
  saveCheckpoint(number: number, checkpoint: string): void {
    const path = this.#checkpointPath(number);
    if (sizeOfCheckpoint(this.checkpoint(number)) > sizeOfCheckpoint(checkpoint)) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, checkpoint, { mode: 0o600, flush: true });
    renameSync(draft, path);
  }

  /** From its last bundle alone: all before it are full. */
  #endOf(number: number): Pick<CopiedLog, "size" | "last"> {
    let [path, index] = [join(this.#folder, String(number), "entries"), 0];
    for (;;) {
      const names = namesIn(path)
        .filter((name) => /^x?\d{3}$/.test(name))
        .sort();
      // Folders come after files, and hold the greater numbers.
      const last = names.at(-1);
      if (last === undefined) return { size: 0, last: null };
      index = index * 1000 + Number(last.replace("x", ""));
      path = join(path, last);
      if (!last.startsWith("x")) break;
    }
    const entries = wholeEntries(readOrNull(path) ?? new Uint8Array());
    const end = entries.at(-1);
    const last = end === undefined ? null : Buffer.from(end).toString("utf8");
    return { size: index * TILE_WIDTH + entries.length, last };
  }

  /** Writes what a file does not have yet of these bytes; an entry of which a crash left a part is completed. */
  #extend(path: string, bytes: Uint8Array): void {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const length = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (length >= bytes.length) return;
    const file = openSync(path, length === 0 ? "a" : "r+", 0o600);
    try {
      writeSync(file, bytes, length, bytes.length - length, length);
    } finally {
      closeSync(file);
    }
  }

  #bundlePath(number: number, index: number): string {
    const path = tilePath({ level: "entries", index, width: TILE_WIDTH }).replace("tile/", "");
    return join(this.#folder, String(number), path);
  }

  #checkpointPath(number: number): string {
    return join(this.#folder, String(number), "checkpoint");
  }
}

/** The entries of a bundle but for one that a crash has cut. */
function wholeEntries(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 2 <= bytes.length; ) {
    const end = at + 2 + view.getUint16(at);
    if (end > bytes.length) break;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

function namesIn(folder: string): string[] {
  return unlessMissing(() => readdirSync(folder)) ?? [];
}

function readOrNull(path: string): Uint8Array | null {
  return unlessMissing(() => readFileSync(path));
}

function unlessMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

// What SQLite keeps of the transparency log, read without Drizzle: it is asked for with every publication.

export function createTransparencyLog(connection: Connection): TransparencyLogStore {
  const { run } = connection;
  const open = logCopyOpener(connection);
  let inMemory: string | null = null;
  return {
    read: (work) => connection.read(() => work(logReads(run))),
    async isPrepared() {
      const copy = await open();
      return connection.read(() => isPrepared(run, copy?.state() ?? null));
    },
    signer: () => connection.read(() => readSigner(run)),
    async saveSigner(vkey) {
      try {
        await connection.write(() => run(query`INSERT OR REPLACE INTO keys (name, value) VALUES (${SIGNER}, ${vkey})`));
      } catch (error) {
        if (!sqliteCode(error)?.startsWith("SQLITE_BUSY")) throw error;
      }
    },
    copy: open,
    async lastSigned(number) {
      const copy = await open();
      return copy === null ? inMemory : copy.checkpoint(number);
    },
    async saveSigned(number, checkpoint) {
      const copy = await open();
      if (copy === null) inMemory = checkpoint;
      else copy.saveCheckpoint(number, checkpoint);
    },
  };
}

/** Opens the copy of the transparency log; null for a database in memory. Loaded by the first write. */
export function logCopyOpener({ file: { filename } }: Connection): () => Promise<LogFiles | null> {
  let copy: LogFiles | null = null;
  return async () => {
    if (filename === ":memory:") return null;
    copy ??= new LogFiles(filename);
    return copy;
  };
}
