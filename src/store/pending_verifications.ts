/**
 * Pending verifications as rows: one for each topic and callback, the newest request.
 *
 * @module
 */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type {
  ClaimRequest,
  PendingRequest,
  PendingVerification,
  SaveRequestResult,
  SubscriptionCaps,
  VerificationResult,
  VerificationSettlement,
} from "../hub/mod.ts";
import { claimWithinHosts, countRows, isClaimable, nextInstant } from "./claiming.ts";
import type { Store } from "./store.ts";
import { pendingVerifications as pending, subscriptions } from "./subscription_tables.ts";

const { placeholder } = sql;
const DENIED_WHEN_FULL = "the hub has as many subscriptions as it can serve";

export interface VerificationRows {
  save(request: PendingRequest, now: number, caps: SubscriptionCaps & { readonly pending: number }): SaveRequestResult;
  claim(request: ClaimRequest): PendingVerification[];
  settle(
    verified: PendingVerification,
    claim: string,
    settlement: VerificationSettlement,
    now: number,
  ): VerificationResult;
  nextAt(now: number, latestSensible: number): number | null;
}

/** Each function is to be called inside of a write, but `nextAt`. */
export function createVerificationRows(store: Store): VerificationRows {
  const { candidates, claimRows, next } = prepareClaims(store);
  return {
    save(request, now, caps) {
      if (!hasPending(store, request) && countRows(store, pending) >= caps.pending) return "too_many_pending";
      if (request.mode === "subscribe" && !hasRoom(store, request, now, caps)) return "too_many_subscriptions";
      replacePending(store, request, now);
      return "saved";
    },
    claim(request) {
      const { now, latestSensible, claim, claimedUntil } = request;
      return claimWithinHosts(
        request,
        (limit, fullHosts) => candidates.all({ now, latestSensible, claimedUntil, fullHosts, limit }),
        (ids) => claimRows.all({ ids: JSON.stringify(ids), claim, claimedUntil }),
      );
    },
    settle: (verified, claim, settlement, now) => settle(store, verified, claim, settlement, now),
    nextAt: (now, latestSensible) => next.get({ now, latestSensible })?.at ?? null,
  };
}

function prepareClaims(store: Store) {
  return {
    candidates: store
      .select({ id: pending.id, callbackHost: pending.callbackHost })
      .from(pending)
      .where(isClaimable(pending))
      .orderBy(pending.nextAttemptAt, pending.id)
      .limit(placeholder("limit"))
      .prepare(),
    claimRows: store
      .update(pending)
      .set({ claim: sql`${placeholder("claim")}`, claimedUntil: sql`${placeholder("claimedUntil")}` })
      .where(sql`${pending.id} in (select value from json_each(${placeholder("ids")}))`)
      .returning()
      .prepare(),
    next: store
      .select({ at: nextInstant(pending) })
      .from(pending)
      .prepare(),
  };
}

type Key = Pick<PendingRequest, "topic" | "callback">;

function hasPending(store: Store, { topic, callback }: Key): boolean {
  const key = and(eq(pending.topic, topic), eq(pending.callback, callback));
  return store.select({ id: pending.id }).from(pending).where(key).get() !== undefined;
}

/** A running subscription can always be renewed; a new one needs room for its topic and its host. */
function hasRoom(store: Store, request: Key & { callbackHost: string }, now: number, caps: SubscriptionCaps): boolean {
  const isRunning = gt(subscriptions.leaseUntil, now);
  const { topic, callback, callbackHost } = request;
  const key = and(eq(subscriptions.topic, topic), eq(subscriptions.callback, callback), isRunning);
  if (countRows(store, subscriptions, key) > 0) return true;
  return (
    countRows(store, subscriptions, and(eq(subscriptions.topic, topic), isRunning)) < caps.perTopic &&
    countRows(store, subscriptions, and(eq(subscriptions.callbackHost, callbackHost), isRunning)) < caps.perHost
  );
}

/** The claim of a request that is being verified stays, so that its callback is never asked twice at once. */
function replacePending(store: Store, request: PendingRequest, now: number): void {
  const { topic, callback, callbackHost, mode, secret, leaseSeconds, verifyToken } = request;
  const fields = { mode, secret, leaseSeconds, verifyToken, reason: null, requestedAt: now };
  store
    .insert(pending)
    .values({ topic, callback, callbackHost, ...fields })
    .onConflictDoUpdate({
      target: [pending.topic, pending.callback],
      set: { ...fields, version: sql`${pending.version} + 1`, attempts: 0, nextAttemptAt: 0 },
    })
    .run();
}

const UNCLAIMED = { claim: null, claimedUntil: 0 };

function settle(
  store: Store,
  verified: PendingVerification,
  claim: string,
  settlement: VerificationSettlement,
  now: number,
): VerificationResult {
  const isMine = and(eq(pending.id, verified.id), eq(pending.claim, claim));
  const row = store.select({ version: pending.version }).from(pending).where(isMine).get();
  if (row === undefined) return "superseded";
  if (row.version !== verified.version) {
    store.update(pending).set(UNCLAIMED).where(isMine).run();
    return "superseded";
  }
  switch (settlement.kind) {
    case "again": {
      const { nextAttemptAt } = settlement;
      const again = { ...UNCLAIMED, nextAttemptAt, attempts: verified.attempts + 1 };
      store.update(pending).set(again).where(isMine).run();
      return "saved";
    }
    case "subscribed":
      if (!hasRoom(store, verified, now, settlement.caps)) {
        const denial = { ...UNCLAIMED, mode: "denied" as const, reason: DENIED_WHEN_FULL, secret: null };
        store.update(pending).set(denial).where(isMine).run();
        return "full";
      }
      saveSubscription(store, verified, settlement, now);
      break;
    case "unsubscribed":
      store.delete(subscriptions).where(subscriptionKey(verified)).run();
      break;
    case "dropped":
      break;
  }
  store.delete(pending).where(isMine).run();
  return "saved";
}

function subscriptionKey({ topic, callback }: Key) {
  return and(eq(subscriptions.topic, topic), eq(subscriptions.callback, callback));
}

/** A renewal takes the new secret and lease and keeps everything else; after the end of a lease all begins anew. */
function saveSubscription(
  store: Store,
  { topic, callback, callbackHost, secret }: PendingVerification,
  { leaseUntil, baseline }: VerificationSettlement & { readonly kind: "subscribed" },
  now: number,
): void {
  const hasEnded = and(subscriptionKey({ topic, callback }), lte(subscriptions.leaseUntil, now));
  store.delete(subscriptions).where(hasEnded).run();
  store
    .insert(subscriptions)
    .values({
      topic,
      callback,
      callbackHost,
      secret,
      leaseUntil,
      createdAt: now,
      acknowledgedDigest: baseline.digest,
      acknowledgedRevision: baseline.revision,
    })
    .onConflictDoUpdate({ target: [subscriptions.topic, subscriptions.callback], set: { secret, leaseUntil } })
    .run();
}
