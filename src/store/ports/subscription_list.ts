/**
 * Subscriptions as their operator sees them; the hub's own port to the same rows is `hub/subscription_store.ts`.
 *
 * @module
 */

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

/** Lists and ends WebSub subscriptions on behalf of the owner. */
export interface SubscriptionList {
  /** Running subscriptions, oldest first. */
  list(): Promise<readonly SubscriptionRecord[]>;
  /** Ends a subscription; the running server notifies the subscriber (WebSub 5.2). False if there was none. */
  remove(id: number, reason: string): Promise<boolean>;
}
