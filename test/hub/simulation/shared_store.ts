/** The one store of a simulated life: real SQLite, a clock that is set now and then, a lock that somebody else takes. */
import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { Clock } from "../../../src/platform.ts";
import { createHubRows } from "../../../src/sql/mod.ts";
import { Connection } from "../../../src/sqlite/connection.ts";
import type { DatabaseFile } from "../../../src/sqlite/database_file.ts";
import { sqlOver } from "../../../src/sqlite/dialect.ts";
import { pendingVerifications, subscriptions, topicContents } from "../../../src/sqlite/tables.ts";
import { openTestStore } from "../../support/test_store.ts";
import type { Fault } from "./faults.ts";

const MINUTE = 60_000;
/** How long a server waits for the lock; the hub answers 503 then. */
const PATIENCE_MS = 3000;

export interface SubscriptionRow {
  readonly id: number;
  readonly leaseUntil: number;
}

export class SharedStore {
  /** The store's clock. */
  readonly clock: Clock;
  readonly #file = openTestStore().file;
  readonly #db = drizzle({ client: this.#file });
  readonly connection: Connection;
  readonly hubRows: ReturnType<typeof createHubRows>;
  readonly #allRows = this.#db
    .select({ id: subscriptions.id, callback: subscriptions.callback, leaseUntil: subscriptions.leaseUntil })
    .from(subscriptions)
    .prepare();
  #lockedUntil = 0;
  #skewMs = 0;
  #greatestSkewMs = 0;

  /** @param time which nobody can set */
  constructor(
    private readonly time: Clock,
    fault: Fault | null,
  ) {
    this.clock = { now: () => time.now() + this.#skewMs, after: time.after };
    const file = lockable(this.#file, () => this.isLocked);
    this.connection = new Connection(file, { clock: time, patienceMs: PATIENCE_MS });
    this.hubRows = createHubRows(sqlOver(this.connection));
    if (fault?.sql !== undefined) this.#file.run(fault.sql);
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
    return this.time.now() > this.#lockedUntil + PATIENCE_MS + 2000;
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

  /** Subscriptions by callback. */
  rows(): ReadonlyMap<string, SubscriptionRow> {
    return new Map(this.#allRows.all().map((row) => [row.callback, row]));
  }

  /** Callbacks of subscriptions that somebody has claimed. */
  claimed(): string[] {
    const claimed = this.#db.select().from(subscriptions).where(isNotNull(subscriptions.claim)).all();
    return claimed.map(({ callback }) => callback);
  }

  /** What releases have shown so far. */
  shown() {
    return this.#db.select().from(topicContents).all();
  }

  waiting() {
    return this.#db.select().from(pendingVerifications).all();
  }

  /** For a fault: what is claimed for longer is taken for a clock set back. */
  voidClaims(laterThan: number): void {
    const isLater = gt(subscriptions.claimedUntil, laterThan);
    this.#db.update(subscriptions).set({ claimedUntil: 0, claimDoubted: true }).where(isLater).run();
  }

  /** For a fault: what that subscriber holds does not count. */
  owe(callback: string): void {
    const isIdle = and(eq(subscriptions.callback, callback), isNull(subscriptions.claim));
    this.#db.update(subscriptions).set({ acknowledgedContent: -1 }).where(isIdle).run();
  }
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
