/** The transparency log as files beside the database, which outlive it: tlog-tiles bundles, `DATABASE.log/1/entries/x001/234`, that only grow. */
import { closeSync, constants, openSync, readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { readBundle, TILE_WIDTH, tilePath, writeBundle } from "../../log/tree.ts";
import { makeFolderDurably, writeAtomically } from "../../system.ts";
import type { CopiedLog, LogCopy, LogReads } from "../queries/log_rows.ts";

export function logFilesOf(databasePath: string): LogFiles | null {
  return databasePath === ":memory:" ? null : new LogFiles(`${databasePath}.log`);
}

class LogFiles implements LogCopy {
  constructor(readonly folder: string) {}

  state(): CopiedLog | null {
    const names = unlessMissing(() => readdirSync(this.folder)) ?? [];
    const number = Math.max(0, ...names.filter((name) => /^[1-9]\d{0,5}$/.test(name)).map(Number));
    if (number === 0) return null;
    const last = this.#lastBundle(number);
    const entries = this.#bundle(number, last);
    const size = last * TILE_WIDTH + entries.length;
    return { number, size, last: entries.at(-1) ?? null, checkpoint: this.lastSigned(number) };
  }

  *entries(number: number, first: number): Generator<string> {
    for (let index = Math.floor(first / TILE_WIDTH); ; index++) {
      const entries = this.#bundle(number, index);
      yield* entries.slice(Math.max(0, first - index * TILE_WIDTH));
      if (entries.length < TILE_WIDTH) return;
    }
  }

  /** If the disk refuses, the change to the reviews stands, the doctor reports the copy, and the next change tries again. */
  async catchUp(log: LogReads): Promise<void> {
    const { number, size } = await log.place();
    try {
      for (let index = this.#lastBundle(number); index * TILE_WIDTH < size; index++) {
        const entries = await log.entries(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
        extend(this.#bundlePath(number, index), writeBundle(entries.map((entry) => Buffer.from(entry))));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    }
  }

  lastSigned(number: number): string | null {
    return unlessMissing(() => readFileSync(this.#checkpointPath(number), "utf8"));
  }

  /** Durably: after a power loss, another tree of the same size must not be signed. */
  saveSigned(number: number, next: (last: string | null) => string): void {
    const path = this.#checkpointPath(number);
    const checkpoint = next(this.lastSigned(number));
    makeFolderDurably(dirname(path));
    writeAtomically(path, checkpoint, { mode: 0o600, isDurable: true, draft: `${path}.${process.pid}` });
  }

  #lastBundle(number: number): number {
    let index = 0;
    while (statSync(this.#bundlePath(number, index + 1), { throwIfNoEntry: false }) !== undefined) index++;
    return index;
  }

  #bundle(number: number, index: number): string[] {
    const bytes = unlessMissing(() => readFileSync(this.#bundlePath(number, index))) ?? new Uint8Array();
    return readBundle(bytes).map((entry) => Buffer.from(entry).toString());
  }

  #bundlePath(number: number, index: number): string {
    const path = tilePath({ level: "entries", index, width: TILE_WIDTH }).replace("tile/", "");
    return join(this.folder, String(number), path);
  }

  #checkpointPath(number: number): string {
    return join(this.folder, String(number), "checkpoint");
  }
}

/** Appends to a file those of the bytes that it does not have yet; an entry that a crash has cut is completed. */
function extend(path: string, bytes: Uint8Array): void {
  makeFolderDurably(dirname(path));
  const length = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (length >= bytes.length) return;
  // Several processes may write the same bytes at once: each at their place, never behind each other's.
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    writeSync(file, bytes, length, bytes.length - length, length);
  } finally {
    closeSync(file);
  }
}

function unlessMissing<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
