/** The hub's {@link SubscriptionStore} over the database. */
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { HubCounts, SubscriptionStore, TopicState, VerificationStore } from "../../hub/mod.ts";
import { prepareRelease, type RowTransactions } from "./claims.ts";
import { contentNumber, createDeliveryRows, isOwed } from "./deliveries.ts";
import { countRows, prepareCount, type Sql, type SqlAt } from "./dialect.ts";
import { isOpen, releaseClaims } from "./outbox.ts";
import { oweDenial } from "./verifications.ts";

const { placeholder } = sql;

/** The hub's rows over a connection, or over a transaction in it. */
type HubRows = ReturnType<typeof createHubRows>;

/** Prepares the statements once. */
export function createHubRows(connection: Sql) {
  return {
    deliveries: createDeliveryRows(connection),
    upkeep: createUpkeep(connection),
    count: (topics: readonly TopicState[], now: number) => countAll(connection, topics, now),
  };
}

export function createSubscriptionStore({
  read,
  write,
}: RowTransactions<HubRows>): Omit<SubscriptionStore, keyof VerificationStore> {
  return {
    exchangeDeliveries: (settlements, claims) =>
      write(async ({ deliveries }, now) => {
        await deliveries.settle(settlements, claims.claim, now);
        return deliveries.claim(claims, now);
      }, "repeatable"),
    releaseClaims: (claim) => write(({ upkeep }) => upkeep.release(claim), "repeatable"),
    deleteExpired: () => write(({ upkeep }, now) => upkeep.deleteExpired(now), "repeatable"),
    count: (topics) => read((rows, now) => rows.count(topics, now)),
  };
}

function createUpkeep(connection: Sql) {
  const { db, tables, prepareRows } = connection;
  const { subscriptions } = tables;
  const releaseDeliveries = prepareRelease(connection, [subscriptions]);
  const hasExpired = lte(subscriptions.leaseUntil, placeholder("now"));
  const expired = prepareRows(db.delete(subscriptions).where(hasExpired).returning({ id: subscriptions.id }));
  return {
    async release(claim: string) {
      await releaseDeliveries(claim);
      await releaseClaims(connection, claim);
    },
    deleteExpired: async (now: number) => (await expired({ now })).length,
  };
}

async function countAll(connection: Sql, topics: readonly TopicState[], now: number): Promise<HubCounts> {
  const { tables } = connection;
  const { outbox, subscriptions } = tables;
  const isRunning = gt(subscriptions.leaseUntil, now);
  const owed = prepareCount(connection, subscriptions, isOwed(tables));
  const running = new Map<string, number>();
  let allOwed = 0;
  for (const state of topics) {
    const { topic } = state;
    running.set(topic, await countRows(connection, subscriptions, and(eq(subscriptions.topic, topic), isRunning)));
    allOwed += await owed({ ...state, content: contentNumber(state.digest), now });
  }
  return {
    subscriptions: running,
    pendingVerifications: await countRows(connection, outbox, isOpen(connection, "verification")),
    owed: allOwed,
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

/** Subscriptions that run at `now`, oldest first. */
export async function listSubscriptions({ db, tables }: Sql, now: number): Promise<readonly SubscriptionRecord[]> {
  const { subscriptions } = tables;
  const { id, topic, callback, createdAt, leaseUntil, failures, attemptedAt, lastOutcome } = subscriptions;
  const hasSecret = sql<boolean>`${subscriptions.secret} is not null`.mapWith(Boolean);
  return db
    .select({ id, topic, callback, hasSecret, createdAt, leaseUntil, failures, attemptedAt, lastOutcome })
    .from(subscriptions)
    .where(gt(leaseUntil, now))
    .orderBy(asc(id));
}

/** Ends a subscription by the operator's will, within a write. Returns whether there was such a subscription. */
export async function removeSubscription(transaction: SqlAt, id: number, reason: string): Promise<boolean> {
  const { db, tables, now } = transaction;
  const { subscriptions } = tables;
  const [removed] = await db.delete(subscriptions).where(eq(subscriptions.id, id)).returning();
  if (removed === undefined || removed.leaseUntil <= now) return false;
  await oweDenial(transaction, removed, reason);
  return true;
}
