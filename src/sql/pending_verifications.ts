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
  RequestCaps,
  SaveRequestResult,
  SettledVerification,
  SubscriptionCaps,
  Turn,
  VerificationResult,
  VerificationSettlement,
} from "../hub/mod.ts";
import { pendingVerifications as pending, subscriptions } from "../sqlite/tables.ts";
import {
  claimWithinHosts,
  countRows,
  DOUBTED,
  instantsOf,
  isClaimable,
  isOverdue,
  isVoid,
  nextInstant,
  UNCLAIMED,
} from "./claiming.ts";
import type { SyncDatabase } from "./dialect.ts";
import type { TopicContents } from "./topic_contents.ts";

const { placeholder } = sql;
const DENIED_WHEN_FULL = "the hub has as many subscriptions as it can serve";

export interface VerificationRows {
  save(request: PendingRequest, caps: RequestCaps, now: number): SaveRequestResult;
  claim(request: ClaimRequest, now: number): Turn<PendingVerification>;
  /** Only what was claimed under that name is settled. */
  settle(settled: SettledVerification, claim: string, now: number): VerificationResult;
}

/** Each function is to be called inside of a write. */
export function createVerificationRows(store: SyncDatabase, contents: TopicContents): VerificationRows {
  const { voided, doubted, candidates, claimRows, next } = prepareClaims(store);
  return {
    save(request, caps, now) {
      if (!hasPending(store, request) && countRows(store, pending) >= caps.pending) return "too_many_pending";
      if (request.mode === "subscribe" && !hasRoom(store, request, caps, now)) return "too_many_subscriptions";
      replacePending(store, request, now);
      return "saved";
    },
    claim(request, now) {
      const { claim, limit } = request;
      const instants = instantsOf(now, request);
      voided.run({ ...instants });
      doubted.run({ ...instants });
      const claimed = claimWithinHosts(
        request,
        (wanted, fullHosts) => candidates.all({ ...instants, fullHosts, limit: wanted }),
        (ids) => claimRows.all({ ...instants, ids: JSON.stringify(ids), claim }),
      );
      const nextAt = claimed.length === limit ? null : (next.get({ ...instants })?.at ?? null);
      return {
        claimed: claimed.map((row) => ({ ...row, claimedAt: now })),
        nextInMs: nextAt === null ? null : nextAt - now,
      };
    },
    settle: (settled, claim, now) => settle({ store, contents, claim, now }, settled),
  };
}

function prepareClaims(store: SyncDatabase) {
  return {
    voided: store.update(pending).set(UNCLAIMED).where(isVoid(pending)).prepare(),
    doubted: store.update(pending).set(DOUBTED).where(isOverdue(pending)).prepare(),
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

function hasPending(store: SyncDatabase, { topic, callback }: Key): boolean {
  const key = and(eq(pending.topic, topic), eq(pending.callback, callback));
  return store.select({ id: pending.id }).from(pending).where(key).get() !== undefined;
}

/** A running subscription can always be renewed; a new one needs room for its topic and its host. */
function hasRoom(
  store: SyncDatabase,
  { topic, callback, callbackHost }: Key & Pick<PendingRequest, "callbackHost">,
  { perTopic, perHost }: SubscriptionCaps,
  now: number,
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
function replacePending(store: SyncDatabase, request: PendingRequest, now: number): void {
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

interface Settling {
  readonly store: SyncDatabase;
  readonly contents: TopicContents;
  readonly claim: string;
  readonly now: number;
}

function settle(settling: Settling, { pending: verified, settlement }: SettledVerification): VerificationResult {
  const { store, claim, now } = settling;
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
      change({ nextAttemptAt: now + settlement.retryInMs, attempts: verified.attempts + 1 });
      return "saved";
    case "subscribed":
      if (!hasRoom(store, verified, settlement.caps, now)) {
        change({ mode: "denied", reason: DENIED_WHEN_FULL, secret: null });
        return "full";
      }
      saveSubscription(settling, verified, settlement);
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

/**
 * A renewal takes the new secret and lease and keeps everything else; after the end of a lease all begins anew. WebSub 5.3:
 * the lease counts from the moment the verification request was made, which was just after it was claimed.
 */
function saveSubscription(
  { store, contents, now }: Settling,
  { topic, callback, callbackHost, secret, claimedAt, leaseSeconds }: PendingVerification,
  { baseline }: VerificationSettlement & { readonly kind: "subscribed" },
): void {
  const leaseUntil = claimedAt + leaseSeconds * 1000;
  const hasEnded = and(subscriptionKey({ topic, callback }), lte(subscriptions.leaseUntil, now));
  store.delete(subscriptions).where(hasEnded).run();
  const acknowledged = { acknowledgedContent: contents.numberOf(baseline), acknowledgedRevision: baseline.revision };
  store
    .insert(subscriptions)
    .values({ topic, callback, callbackHost, secret, leaseUntil, createdAt: now, ...acknowledged })
    .onConflictDoUpdate({ target: [subscriptions.topic, subscriptions.callback], set: { secret, leaseUntil } })
    .run();
}
