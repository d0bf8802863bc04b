/**
 * The hub's {@link SubscriptionStore} over the database, and what the owner's commands need of it.
 *
 * @module
 */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { HubCounts, SubscriptionStore, TopicState } from "../hub/mod.ts";
import type { Clock } from "../platform.ts";
import { createPatientWrites } from "../sqlite/patient_writes.ts";
import type { Store } from "../store/store.ts";
import { countRows } from "./claiming.ts";
import { createDeliveryRows, isOwed } from "./deliveries.ts";
import { createVerificationRows } from "./pending_verifications.ts";
import { pendingVerifications, subscriptions } from "./subscription_tables.ts";
import { createTopicContents, type TopicContents } from "./topic_contents.ts";

/** A store for one hub. `clock` is the store's: all servers on the store go by it. */
export function createSubscriptionStore(store: Store, clock: Clock): SubscriptionStore {
  const writeNow = createPatientWrites(store, clock);
  /** The time is read once the lock is held: a claim compared with an earlier time would seem to lie in the future. */
  const write = <T>(work: (now: number) => T, durability?: "durable" | "repeatable") =>
    writeNow(() => work(clock.now()), durability);
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
    count: async (topics) => count(store, contents, clock.now(), topics),
  };
}

/** A subscription as its operator may see it. */
export interface SubscriptionRecord {
  readonly id: number;
  readonly topic: string;
  /** Whole: it may hold a key of the subscriber in its query. */
  readonly callback: string;
  readonly hasSecret: boolean;
  readonly createdAt: number;
  readonly leaseUntil: number;
  readonly failures: number;
  readonly attemptedAt: number;
  readonly lastOutcome: string | null;
}

/** Running subscriptions, oldest first. */
export async function listSubscriptions(store: Store, now: number): Promise<readonly SubscriptionRecord[]> {
  return store
    .select({
      id: subscriptions.id,
      topic: subscriptions.topic,
      callback: subscriptions.callback,
      hasSecret: sql<boolean>`secret is not null`.mapWith(Boolean),
      createdAt: subscriptions.createdAt,
      leaseUntil: subscriptions.leaseUntil,
      failures: subscriptions.failures,
      attemptedAt: subscriptions.attemptedAt,
      lastOutcome: subscriptions.lastOutcome,
    })
    .from(subscriptions)
    .where(gt(subscriptions.leaseUntil, now))
    .orderBy(subscriptions.id)
    .all();
}

/**
 * Ends a subscription by the operator's will. The running server tells the subscriber so (WebSub 5.2).
 *
 * @returns whether there was such a subscription
 */
export async function removeSubscription(
  store: Store,
  id: number,
  options: { readonly now: number; readonly reason: string },
): Promise<boolean> {
  return store.transaction(
    () => {
      const [removed] = store.delete(subscriptions).where(eq(subscriptions.id, id)).returning().all();
      if (removed === undefined || removed.leaseUntil <= options.now) return false;
      queueDenial(store, removed, options);
      return true;
    },
    { behavior: "immediate" },
  );
}

/** A request of the subscriber that waits already stays: it asks for more than this would tell. */
function queueDenial(
  store: Store,
  { topic, callback, callbackHost }: typeof subscriptions.$inferSelect,
  { now, reason }: { readonly now: number; readonly reason: string },
): void {
  store
    .insert(pendingVerifications)
    .values({ topic, callback, callbackHost, mode: "denied", leaseSeconds: 0, reason, requestedAt: now })
    .onConflictDoNothing()
    .run();
}

interface Upkeep {
  renew(claim: string, claimedUntil: number): void;
  /** Makes claims void: nobody is going to renew them. */
  release(claim: string): void;
  deleteExpired(now: number): number;
}

function prepareUpkeep(store: Store): Upkeep {
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

function count(store: Store, contents: TopicContents, now: number, topics: readonly TopicState[]): HubCounts {
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
