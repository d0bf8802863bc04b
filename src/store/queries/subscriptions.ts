/** Subscriptions as rows: counted, listed and ended. */
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { HubCounts, SubscriptionStore } from "../../hub/mod.ts";
import { deleteSubscriptions, exchangeDeliveriesBy } from "./deliveries.ts";
import { countRows, type Sql, type SqlAt } from "./dialect.ts";
import { claimStore, isOpen, type OutboxTransactions } from "./outbox.ts";
import { oweDenial, verificationsBy } from "./verifications.ts";

export function createSubscriptionStore(transactions: OutboxTransactions): SubscriptionStore {
  const { read, write } = transactions;
  return {
    ...verificationsBy(transactions),
    exchangeDeliveries: exchangeDeliveriesBy(transactions),
    ...claimStore(transactions),
    deleteExpired: () => write(deleteExpired, "repeatable"),
    count: (topics) => read((transaction) => countAll(transaction, topics)),
  };
}

async function deleteExpired(transaction: SqlAt): Promise<number> {
  const { leaseUntil } = transaction.tables.subscriptions;
  return (await deleteSubscriptions(transaction, lte(leaseUntil, transaction.now))).length;
}

async function countAll(transaction: SqlAt, topics: readonly string[]): Promise<HubCounts> {
  const { tables, now } = transaction;
  const { outbox, subscriptions } = tables;
  const running = new Map<string, number>();
  for (const topic of topics) {
    const isRunning = and(eq(subscriptions.topic, topic), gt(subscriptions.leaseUntil, now));
    running.set(topic, await countRows(transaction, subscriptions, isRunning));
  }
  return {
    subscriptions: running,
    pendingVerifications: await countRows(transaction, outbox, isOpen(transaction, "verification")),
    owed: await countRows(transaction, outbox, isOpen(transaction, "delivery")),
  };
}
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
  const [removed] = await deleteSubscriptions(transaction, eq(transaction.tables.subscriptions.id, id));
  if (removed === undefined || removed.leaseUntil <= transaction.now) return false;
  await oweDenial(transaction, removed, reason);
  return true;
}
