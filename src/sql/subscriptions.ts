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

/** A store for one hub. `clock` times the wait for a lock that another process holds. */
export function createSubscriptionStore(store: Store, clock: Pick<Clock, "after">): SubscriptionStore {
  const write = createPatientWrites(store, clock);
  const verifications = createVerificationRows(store);
  const deliveries = createDeliveryRows(store);
  const upkeep = prepareUpkeep(store);
  return {
    savePending: (request, caps) => write(() => verifications.save(request, caps)),
    turnVerifications: (settled, claims) =>
      write(
        () => ({
          results: settled.map((verification) => verifications.settle(verification, claims)),
          claimed: verifications.claim(claims),
        }),
        settled.length === 0 ? "repeatable" : "durable",
      ),
    nextVerificationAt: async (ahead) => verifications.nextAt(ahead),
    turnDeliveries: (settlements, claims) =>
      write(() => {
        deliveries.settle(settlements, claims);
        return deliveries.claim(claims);
      }, "repeatable"),
    nextDeliveryAt: async (owed) => deliveries.nextAt(owed),
    renewClaims: (claim, claimedUntil) => write(() => upkeep.setEnd(claim, claimedUntil), "repeatable"),
    releaseClaims: (claim) => write(() => upkeep.setEnd(claim, 0), "repeatable"),
    deleteExpired: (now) => write(() => upkeep.deleteExpired(now), "repeatable"),
    count: async (now, topics) => count(store, now, topics),
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
  setEnd(claim: string, claimedUntil: number): void;
  deleteExpired(now: number): number;
}

function prepareUpkeep(store: Store): Upkeep {
  const end = { claimedUntil: sql`${sql.placeholder("claimedUntil")}` };
  const claims = [subscriptions, pendingVerifications].map((table) =>
    store
      .update(table)
      .set(end)
      .where(eq(table.claim, sql.placeholder("claim")))
      .prepare(),
  );
  const expired = store
    .delete(subscriptions)
    .where(lte(subscriptions.leaseUntil, sql.placeholder("now")))
    .returning({ id: subscriptions.id })
    .prepare();
  return {
    setEnd(claim, claimedUntil) {
      for (const statement of claims) statement.run({ claim, claimedUntil });
    },
    deleteExpired: (now) => expired.all({ now }).length,
  };
}

function count(store: Store, now: number, topics: readonly TopicState[]): HubCounts {
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
    owed: topics.reduce((sum, topic) => sum + (owed.get({ ...topic, now })?.count ?? 0), 0),
  };
}
