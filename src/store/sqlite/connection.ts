/** One connection whose transactions may be awaited. Everything takes turns: whatever else ran on it would join the transaction. */
import { type Clock, withTimeout } from "../../platform.ts";
import type { Durability } from "../database.ts";
import { type DatabaseFile, sqliteCode, waitForOthers } from "./database_file.ts";

interface ConnectionOptions {
  readonly clock: Pick<Clock, "now" | "after">;
  /** How long a write waits for others while its thread continues, in milliseconds; 0 if the file waits with a busy timeout. */
  readonly lockTimeoutMs: number;
}

const PAUSE_MS = 20;
/** Wait before a write-ahead log that others read from is emptied again, in milliseconds. */
const EMPTYING_PAUSE_MS = 1000;

export class Connection {
  #turn: Promise<unknown> = Promise.resolve();
  #commits = 0;

  constructor(
    readonly file: DatabaseFile,
    private readonly options: ConnectionOptions,
  ) {
    // SQLite would hold up the whole thread while it waits, and with it the neighbour that has the lock.
    if (options.lockTimeoutMs > 0) waitForOthers(file, 0);
  }

  now(): number {
    return this.options.clock.now();
  }

  /** Number of commits by this connection. SQLite's `data_version` only counts those of other connections. */
  get commits(): number {
    return this.#commits;
  }

  async exclusively<T>(work: () => T | Promise<T>): Promise<T> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    try {
      return await work();
    } finally {
      resolve();
    }
  }

  /** Empties the write-ahead log, which still contains the pages of erased rows. Tries again later while others read from it. */
  async emptyLog(): Promise<void> {
    const isEmpty = await this.exclusively(() => emptyLogOf(this.file));
    if (!isEmpty) this.options.clock.after(EMPTYING_PAUSE_MS, () => void this.emptyLog());
  }

  read<T>(work: () => T | Promise<T>): Promise<T> {
    return this.exclusively(() => {
      this.file.run("BEGIN");
      return this.#finish(work);
    });
  }

  async write<T>(work: () => T | Promise<T>, durability: Durability = "durable"): Promise<T> {
    const { clock, lockTimeoutMs } = this.options;
    if (lockTimeoutMs === 0) return this.#writeWithin(0, work, durability);
    const askedAt = clock.now();
    const { before, end } = queueForTurn(this.file);
    try {
      if (before !== undefined) await withTimeout(before, { timeoutMs: lockTimeoutMs, clock, late: () => {} });
      return await this.#writeWithin(lockTimeoutMs - (clock.now() - askedAt), work, durability);
    } finally {
      end();
    }
  }

  async #writeWithin<T>(lockTimeoutMs: number, work: () => T | Promise<T>, durability: Durability): Promise<T> {
    for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
      const attempt = await this.exclusively(() => this.#attempt(work, durability, waitedMs < lockTimeoutMs));
      if (attempt !== BUSY) return attempt;
      await new Promise<void>((resume) => void this.options.clock.after(PAUSE_MS, resume));
    }
  }

  async #attempt<T>(work: () => T | Promise<T>, durability: Durability, mayWait: boolean): Promise<T | typeof BUSY> {
    if (durability === "repeatable") this.file.run("PRAGMA synchronous = NORMAL");
    try {
      if (!this.#begin(mayWait)) return BUSY;
      const result = await this.#finish(work);
      this.#commits++;
      return result;
    } finally {
      if (durability === "repeatable") this.file.run("PRAGMA synchronous = FULL");
    }
  }

  #begin(mayWait: boolean): boolean {
    try {
      this.file.run("BEGIN IMMEDIATE");
      return true;
    } catch (error) {
      if (mayWait && sqliteCode(error)?.startsWith("SQLITE_BUSY")) return false;
      throw error;
    }
  }

  async #finish<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.file.run("COMMIT");
      return result;
    } catch (error) {
      if (this.file.inTransaction) this.file.run("ROLLBACK");
      if (sqliteCode(error) === "SQLITE_FULL") this.#freeLog();
      throw error;
    }
  }

  /** The data that did not fit is in the write-ahead log, and would take the room that the next write needs. */
  #freeLog(): void {
    try {
      this.file.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Not even that fits, or somebody reads.
    }
  }
}

/** Whether nothing is left in the write-ahead log, or the file is closed, which empties the log as well. */
export function emptyLogOf(file: DatabaseFile): boolean {
  try {
    return file.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;
  } catch (error) {
    return !sqliteCode(error)?.startsWith("SQLITE_");
  }
}

const BUSY = Symbol("another process is writing");

/** Promises by file, settled when the last write requested in this thread has ended. */
const lastTurns = new Map<string, Promise<unknown>>();

/** Lets the writes of one file take turns in this thread, instead of each polling for the lock of its neighbour. */
function queueForTurn({ filename }: DatabaseFile): { before: Promise<unknown> | undefined; end: () => void } {
  if (filename === ":memory:") return { before: undefined, end: () => {} };
  const before = lastTurns.get(filename);
  const ended = Promise.withResolvers<void>();
  const turn = Promise.all([before, ended.promise]).then(() => {
    if (lastTurns.get(filename) === turn) lastTurns.delete(filename);
  });
  lastTurns.set(filename, turn);
  return { before, end: ended.resolve };
}
