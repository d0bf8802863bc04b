/** The store of a simulated life, with the hub's rows. */
import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import type { Clock } from "../../../src/platform.ts";
import { createHubRows } from "../../../src/store/queries/subscriptions.ts";
import { sqlOver } from "../../../src/store/sqlite/dialect.ts";
import { outbox, subscriptions } from "../../../src/store/sqlite/tables.ts";
import { SharedFile } from "../../support/simulation/shared_file.ts";
import type { Fault } from "./faults.ts";

export interface SubscriptionRow {
  readonly id: number;
  readonly leaseUntil: number;
}

export class SharedStore extends SharedFile {
  readonly hubRows = createHubRows(sqlOver(this.file));
  readonly #allRows = this.db
    .select({ id: subscriptions.id, callback: subscriptions.callback, leaseUntil: subscriptions.leaseUntil })
    .from(subscriptions)
    .prepare();

  constructor(time: Clock, fault: Fault | null) {
    super(time, fault?.sql);
  }

  /** Subscriptions by callback. */
  rows(): ReadonlyMap<string, SubscriptionRow> {
    return new Map(this.#allRows.all().map((row) => [row.callback, row]));
  }

  /** Callbacks of subscriptions that somebody has claimed. */
  claimed(): string[] {
    const claimed = this.db.select().from(subscriptions).where(isNotNull(subscriptions.claim)).all();
    return claimed.map(({ callback }) => callback);
  }

  waiting() {
    return this.db.select().from(outbox).all();
  }

  /** For a fault: what is claimed for longer is taken for a clock set back. */
  voidClaims(laterThan: number): void {
    const isLater = gt(subscriptions.claimedUntil, laterThan);
    this.db.update(subscriptions).set({ claimedUntil: 0, claimDoubted: true }).where(isLater).run();
  }

  /** For a fault: what that subscriber holds does not count. */
  owe(callback: string): void {
    const isIdle = and(eq(subscriptions.callback, callback), isNull(subscriptions.claim));
    this.db.update(subscriptions).set({ acknowledgedContent: -1 }).where(isIdle).run();
  }
}
