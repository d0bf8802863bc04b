/** The one store of a simulated life: real SQLite, a clock that is set now and then, a lock that somebody else takes. */
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { Clock } from "../../../src/platform.ts";
import type { OutboxTransactions } from "../../../src/store/queries/outbox.ts";
import { Connection } from "../../../src/store/sqlite/connection.ts";
import type { DatabaseFile } from "../../../src/store/sqlite/database_file.ts";
import { sqlOver } from "../../../src/store/sqlite/dialect.ts";
import { openTestStore } from "../test_store.ts";

const MINUTE = 60_000;
/** How long a server waits for the lock. */
const LOCK_TIMEOUT_MS = 3000;

export class SharedFile {
  /** The store's clock. */
  readonly clock: Clock;
  readonly file = openTestStore().file;
  readonly db = drizzle({ client: this.file });
  readonly connection: Connection;
  #lockedUntil = 0;
  #skewMs = 0;
  #greatestSkewMs = 0;

  /**
   * @param time which nobody can set
   * @param fault SQL that bends what the real statements do
   */
  constructor(
    private readonly time: Clock,
    fault?: string,
  ) {
    this.clock = { now: () => time.now() + this.#skewMs, after: time.after };
    const file = lockable(this.file, () => this.isLocked);
    this.connection = new Connection(file, { clock: time, lockTimeoutMs: LOCK_TIMEOUT_MS });
    if (fault !== undefined) this.file.run(fault);
  }

  /** Another program writes for so long. */
  lockFor(ms: number): void {
    this.#lockedUntil = this.time.now() + ms;
  }

  get isLocked(): boolean {
    return this.time.now() < this.#lockedUntil;
  }

  /** Whether nobody can still be waiting for the lock. */
  get isQuiet(): boolean {
    return this.time.now() > this.#lockedUntil + LOCK_TIMEOUT_MS + 2000;
  }

  setClock(byMs: number): void {
    const before = this.#skewMs;
    this.#skewMs += byMs;
    this.#greatestSkewMs = Math.max(before, this.#skewMs);
    this.time.after(MINUTE, () => {
      this.#greatestSkewMs = this.#skewMs;
    });
  }

  /** No instant that the store gave to what is under way now is later. */
  get latestNow(): number {
    return this.time.now() + this.#greatestSkewMs;
  }
}

/** Transactions of the outbox over the file, by a clock that is read inside of each. */
export function outboxBy({ connection, file }: SharedFile, clock: () => number): OutboxTransactions {
  const sql = sqlOver(file);
  const at = () => ({ ...sql, now: Math.round(clock()), onErase() {}, hint: async () => {} });
  return {
    read: (work) => connection.read(() => work(at())),
    write: (work, durability) => connection.write(() => work(at()), durability),
  };
}

/** The file, in which no write can begin while `isLocked`. */
function lockable(file: DatabaseFile, isLocked: () => boolean): DatabaseFile {
  return new Proxy(file, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "run") return member.bind(target);
      return (statement: string, ...values: unknown[]) => {
        if (statement === "BEGIN IMMEDIATE" && isLocked()) {
          throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
        }
        return member.call(target, statement, ...values);
      };
    },
  });
}
