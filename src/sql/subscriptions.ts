/**
 * The hub's {@link SubscriptionStore} over the database.
 *
 * @module
 */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { HubCounts, SubscriptionStore, TopicState } from "../hub/mod.ts";
import { pendingVerifications, subscriptions } from "../sqlite/tables.ts";
import { countRows } from "./claiming.ts";
import { createDeliveryRows, isOwed } from "./deliveries.ts";
import type { SyncDatabase } from "./dialect.ts";
import { createVerificationRows } from "./pending_verifications.ts";
import { createTopicContents, type TopicContents } from "./topic_contents.ts";

/**
 * How the rows are reached: nothing else uses the connection meanwhile. `now` is by the store's clock and read once the work
 * may begin: a claim compared with an earlier time would seem to lie in the future.
 */
export interface Turns {
  read<T>(work: (now: number) => T): Promise<T>;
  /** In a transaction; `work` may be run again, but takes effect once. A `repeatable` write does not wait for the disk. */
  write<T>(work: (now: number) => T, durability?: "durable" | "repeatable"): Promise<T>;
}

/** A store for one hub. */
export function createSubscriptionStore(store: SyncDatabase, { read, write }: Turns): SubscriptionStore {
  const contents = createTopicContents(store);
  const verifications = createVerificationRows(store, contents);
  const deliveries = createDeliveryRows(store, contents);
  const upkeep = prepareUpkeep(store);
  return {
    savePending: (request, caps) => write((now) => verifications.save(request, caps, now)),
    turnVerifications: (settled, claims) =>
      write(
        (now) => ({
          results: settled.map((verification) => verifications.settle(verification, claims.claim, now)),
          ...verifications.claim(claims, now),
        }),
        settled.length === 0 ? "repeatable" : "durable",
      ),
    turnDeliveries: (settlements, claims) =>
      write((now) => {
        deliveries.settle(settlements, claims.claim, now);
        return deliveries.claim(claims, now);
      }, "repeatable"),
    renewClaims: (claim, claimMs) => write((now) => upkeep.renew(claim, now + claimMs), "repeatable"),
    releaseClaims: (claim) => write(() => upkeep.release(claim), "repeatable"),
    deleteExpired: () => write((now) => upkeep.deleteExpired(now), "repeatable"),
    count: (topics) => read((now) => count(store, contents, now, topics)),
  };
}

interface Upkeep {
  renew(claim: string, claimedUntil: number): void;
  /** Makes claims void: nobody is going to renew them. */
  release(claim: string): void;
  deleteExpired(now: number): number;
}

function prepareUpkeep(store: SyncDatabase): Upkeep {
  const claimedTables = [subscriptions, pendingVerifications];
  const isMine = (table: (typeof claimedTables)[number]) => eq(table.claim, sql.placeholder("claim"));
  const renewed = { claimedUntil: sql`${sql.placeholder("claimedUntil")}`, claimDoubted: false };
  const renewals = claimedTables.map((table) => store.update(table).set(renewed).where(isMine(table)).prepare());
  const released = { claimedUntil: 0, claimDoubted: true };
  const releases = claimedTables.map((table) => store.update(table).set(released).where(isMine(table)).prepare());
  const expired = store
    .delete(subscriptions)
    .where(lte(subscriptions.leaseUntil, sql.placeholder("now")))
    .returning({ id: subscriptions.id })
    .prepare();
  return {
    renew(claim, claimedUntil) {
      for (const statement of renewals) statement.run({ claim, claimedUntil });
    },
    release(claim) {
      for (const statement of releases) statement.run({ claim });
    },
    deleteExpired: (now) => expired.all({ now }).length,
  };
}

function count(store: SyncDatabase, contents: TopicContents, now: number, topics: readonly TopicState[]): HubCounts {
  const isRunning = gt(subscriptions.leaseUntil, now);
  const owed = store.select({ count: sql<number>`count(*)` }).from(subscriptions).where(isOwed()).prepare();
  return {
    subscriptions: new Map(
      topics.map(({ topic }) => [
        topic,
        countRows(store, subscriptions, and(eq(subscriptions.topic, topic), isRunning)),
      ]),
    ),
    pendingVerifications: countRows(store, pendingVerifications),
    owed: topics.reduce(
      (sum, topic) => sum + (owed.get({ ...topic, content: contents.peek(topic), now })?.count ?? 0),
      0,
    ),
  };
}
