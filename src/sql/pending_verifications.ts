/**
 * Pending verifications as rows: one for each topic and callback, the newest request.
 *
 * @module
 */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type {
  Ahead,
  ClaimRequest,
  PendingRequest,
  PendingVerification,
  RequestCaps,
  SaveRequestResult,
  SettledVerification,
  VerificationResult,
  VerificationSettlement,
} from "../hub/mod.ts";
import type { Store } from "../store/store.ts";
import { claimWithinHosts, countRows, isClaimable, nextInstant, UNCLAIMED } from "./claiming.ts";
import { pendingVerifications as pending, subscriptions } from "./subscription_tables.ts";

const { placeholder } = sql;
const DENIED_WHEN_FULL = "the hub has as many subscriptions as it can serve";

export interface VerificationRows {
  save(request: PendingRequest, caps: RequestCaps): SaveRequestResult;
  claim(request: ClaimRequest): PendingVerification[];
  /** Only what was claimed under the name in `claims` is settled. */
  settle(settled: SettledVerification, claims: ClaimRequest): VerificationResult;
  nextAt(ahead: Ahead): number | null;
}

/** Each function is to be called inside of a write, but `nextAt`. */
export function createVerificationRows(store: Store): VerificationRows {
  const { candidates, claimRows, next } = prepareClaims(store);
  return {
    save(request, caps) {
      if (!hasPending(store, request) && countRows(store, pending) >= caps.pending) return "too_many_pending";
      if (request.mode === "subscribe" && !hasRoom(store, request, caps)) return "too_many_subscriptions";
      replacePending(store, request, caps.now);
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
    settle: (settled, claims) => settle(store, settled, claims),
    nextAt: ({ now, latestSensible }) => next.get({ now, latestSensible })?.at ?? null,
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
function hasRoom(
  store: Store,
  { topic, callback, callbackHost }: Key & Pick<PendingRequest, "callbackHost">,
  { now, perTopic, perHost }: Omit<RequestCaps, "pending">,
): boolean {
  const isRunning = gt(subscriptions.leaseUntil, now);
  const key = and(eq(subscriptions.topic, topic), eq(subscriptions.callback, callback), isRunning);
  if (countRows(store, subscriptions, key) > 0) return true;
  return (
    countRows(store, subscriptions, and(eq(subscriptions.topic, topic), isRunning)) < perTopic &&
    countRows(store, subscriptions, and(eq(subscriptions.callbackHost, callbackHost), isRunning)) < perHost
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

function settle(
  store: Store,
  { pending: verified, settlement }: SettledVerification,
  { claim, now }: ClaimRequest,
): VerificationResult {
  const isMine = and(eq(pending.id, verified.id), eq(pending.claim, claim));
  const row = store.select({ version: pending.version }).from(pending).where(isMine).get();
  if (row === undefined) return "superseded";
  const change = (fields: Partial<typeof pending.$inferInsert>) =>
    store
      .update(pending)
      .set({ ...UNCLAIMED, ...fields })
      .where(isMine)
      .run();
  if (row.version !== verified.version) {
    change({});
    return "superseded";
  }
  switch (settlement.kind) {
    case "again":
      change({ nextAttemptAt: settlement.nextAttemptAt, attempts: verified.attempts + 1 });
      return "saved";
    case "subscribed":
      if (!hasRoom(store, verified, { now, ...settlement.caps })) {
        change({ mode: "denied", reason: DENIED_WHEN_FULL, secret: null });
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
  const acknowledged = { acknowledgedDigest: baseline.digest, acknowledgedRevision: baseline.revision };
  store
    .insert(subscriptions)
    .values({ topic, callback, callbackHost, secret, leaseUntil, createdAt: now, ...acknowledged })
    .onConflictDoUpdate({ target: [subscriptions.topic, subscriptions.callback], set: { secret, leaseUntil } })
    .run();
}
