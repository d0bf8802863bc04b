/** Subscriptions as their operator sees them. */
import { asc, eq, gt, sql } from "drizzle-orm";
import type { SubscriptionRecord } from "../mod.ts";
import { LAST_TURN } from "./admission.ts";
import type { Sql } from "./dialect.ts";

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

/** A subscription to end; `now` in epoch milliseconds. */
interface SubscriptionEnd {
  readonly id: number;
  /** Sent to the subscriber. */
  readonly reason: string;
  readonly now: number;
}

/** Ends a subscription by the operator's will or for another's sake, within a write. Returns whether there was such a subscription. */
export async function removeSubscription({ db, tables }: Sql, { id, reason, now }: SubscriptionEnd): Promise<boolean> {
  const { pendingVerifications, subscriptions } = tables;
  const [removed] = await db.delete(subscriptions).where(eq(subscriptions.id, id)).returning();
  if (removed === undefined || removed.leaseUntil <= now) return false;
  const { topic, callback, callbackSite } = removed;
  // A request of the subscriber that waits already stays: it asks for more than a denial says.
  await db
    .insert(pendingVerifications)
    .values({
      topic,
      callback,
      callbackSite,
      turn: LAST_TURN,
      mode: "denied",
      leaseSeconds: 0,
      reason,
      requestedAt: now,
    })
    .onConflictDoNothing();
  return true;
}
