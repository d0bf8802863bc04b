/**
 * Pending verifications as rows: one for each topic and callback, the newest request.
 *
 * @module
 */
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
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
import type { Sql } from "./dialect.ts";
import type { Tables } from "./schema.ts";
import type { TopicContents } from "./topic_contents.ts";

const { placeholder } = sql;
const DENIED_WHEN_FULL = "the hub has as many subscriptions as it can serve";

export interface VerificationRows {
  save(request: PendingRequest, caps: RequestCaps, now: number): Promise<SaveRequestResult>;
  claim(request: ClaimRequest, now: number): Promise<Turn<PendingVerification>>;
  /** Only what was claimed under that name is settled. */
  settle(settled: SettledVerification, claim: string, now: number): Promise<VerificationResult>;
}

/** Each function is to be called inside of a write. */
export function createVerificationRows(connection: Sql, contents: TopicContents): VerificationRows {
  const { pendingVerifications: pending } = connection.tables;
  const { voided, doubted, candidates, claimRows, next } = prepareClaims(connection);
  return {
    async save(request, caps, now) {
      const isNew = !(await hasPending(connection, request));
      if (isNew && (await countRows(connection, pending)) >= caps.pending) return "too_many_pending";
      if (request.mode === "subscribe" && !(await hasRoom(connection, request, caps, now))) {
        return "too_many_subscriptions";
      }
      await replacePending(connection, request, now);
      return "saved";
    },
    async claim(request, now) {
      const { claim, limit } = request;
      const instants = instantsOf(now, request);
      await voided({ ...instants });
      await doubted({ ...instants });
      const claimed = await claimWithinHosts(
        request,
        (wanted, fullHosts) => candidates({ ...instants, fullHosts, limit: wanted }),
        (ids) => claimRows({ ...instants, ids: JSON.stringify(ids), claim }),
      );
      const nextAt = claimed.length === limit ? null : ((await next({ ...instants }))[0]?.at ?? null);
      return {
        claimed: claimed.map((row) => ({ ...row, claimedAt: now })),
        nextInMs: nextAt === null ? null : nextAt - now,
      };
    },
    settle: (settled, claim, now) => settle({ connection, contents, claim, now }, settled),
  };
}

function prepareClaims({ db, tables, dialect, prepareRows, prepareChange }: Sql) {
  const { pendingVerifications: pending } = tables;
  const candidates = db
    .select({ id: pending.id, callbackHost: pending.callbackHost })
    .from(pending)
    .where(isClaimable(pending, dialect))
    .orderBy(pending.nextAttemptAt, pending.id)
    .limit(placeholder("limit"));
  const claimRows = db
    .update(pending)
    .set({ claim: sql`${placeholder("claim")}`, claimedUntil: sql`${placeholder("claimedUntil")}` })
    .where(dialect.isOneOf(pending.id, placeholder("ids")))
    .returning();
  return {
    voided: prepareChange(db.update(pending).set(UNCLAIMED).where(isVoid(pending))),
    doubted: prepareChange(db.update(pending).set(DOUBTED).where(isOverdue(pending))),
    candidates: prepareRows(dialect.forUpdateSkipLocked(candidates)),
    claimRows: prepareRows(claimRows),
    next: prepareRows(db.select({ at: nextInstant(pending, dialect) }).from(pending)),
  };
}

type Key = Pick<PendingRequest, "topic" | "callback">;

async function hasPending({ db, tables: { pendingVerifications } }: Sql, { topic, callback }: Key): Promise<boolean> {
  const { id } = pendingVerifications;
  const key = and(eq(pendingVerifications.topic, topic), eq(pendingVerifications.callback, callback));
  return (await db.select({ id }).from(pendingVerifications).where(key)).length > 0;
}

/** A running subscription can always be renewed; a new one needs room for its topic and its host. */
async function hasRoom(
  connection: Sql,
  { topic, callback, callbackHost }: Key & Pick<PendingRequest, "callbackHost">,
  { perTopic, perHost }: SubscriptionCaps,
  now: number,
): Promise<boolean> {
  const { subscriptions } = connection.tables;
  const isRunning = gt(subscriptions.leaseUntil, now);
  const ofTopic = eq(subscriptions.topic, topic);
  const running = (...conditions: SQL[]) => countRows(connection, subscriptions, and(...conditions, isRunning));
  if ((await running(ofTopic, eq(subscriptions.callback, callback))) > 0) return true;
  if ((await running(ofTopic)) >= perTopic) return false;
  return (await running(eq(subscriptions.callbackHost, callbackHost))) < perHost;
}

/** The claim of a request that is being verified stays, so that its callback is never asked twice at once. */
async function replacePending(
  { db, tables: { pendingVerifications } }: Sql,
  request: PendingRequest,
  now: number,
): Promise<void> {
  const { topic, callback, callbackHost, mode, secret, leaseSeconds, verifyToken } = request;
  const fields = { mode, secret, leaseSeconds, verifyToken, reason: null, requestedAt: now };
  await db
    .insert(pendingVerifications)
    .values({ topic, callback, callbackHost, ...fields })
    .onConflictDoUpdate({
      target: [pendingVerifications.topic, pendingVerifications.callback],
      set: { ...fields, version: sql`${pendingVerifications.version} + 1`, attempts: 0, nextAttemptAt: 0 },
    });
}

interface Settling {
  readonly connection: Sql;
  readonly contents: TopicContents;
  readonly claim: string;
  readonly now: number;
}

async function settle(
  settling: Settling,
  { pending: verified, settlement }: SettledVerification,
): Promise<VerificationResult> {
  const { connection, claim, now } = settling;
  const { db, tables } = connection;
  const { pendingVerifications: pending, subscriptions } = tables;
  const isMine = and(eq(pending.id, verified.id), eq(pending.claim, claim));
  const [row] = await db.select({ version: pending.version }).from(pending).where(isMine);
  if (row === undefined) return "superseded";
  const change = async (fields: Partial<typeof pending.$inferInsert>) => {
    await db
      .update(pending)
      .set({ ...UNCLAIMED, ...fields })
      .where(isMine);
  };
  if (row.version !== verified.version) {
    await change({});
    return "superseded";
  }
  switch (settlement.kind) {
    case "again":
      await change({ nextAttemptAt: now + settlement.retryInMs, attempts: verified.attempts + 1 });
      return "saved";
    case "subscribed":
      if (!(await hasRoom(connection, verified, settlement.caps, now))) {
        await change({ mode: "denied", reason: DENIED_WHEN_FULL, secret: null });
        return "full";
      }
      await saveSubscription(settling, verified, settlement);
      break;
    case "unsubscribed":
      await db.delete(subscriptions).where(isKey(tables, verified));
      break;
    case "dropped":
      break;
  }
  await db.delete(pending).where(isMine);
  return "saved";
}

function isKey({ subscriptions }: Tables, { topic, callback }: Key) {
  return and(eq(subscriptions.topic, topic), eq(subscriptions.callback, callback));
}

/**
 * A renewal takes the new secret and lease and keeps everything else; after the end of a lease all begins anew. WebSub 5.3:
 * the lease counts from the moment the verification request was made, which was just after it was claimed.
 */
async function saveSubscription(
  { connection: { db, tables }, contents, now }: Settling,
  { topic, callback, callbackHost, secret, claimedAt, leaseSeconds }: PendingVerification,
  { baseline }: VerificationSettlement & { readonly kind: "subscribed" },
): Promise<void> {
  const { subscriptions } = tables;
  const leaseUntil = claimedAt + leaseSeconds * 1000;
  await db.delete(subscriptions).where(and(isKey(tables, { topic, callback }), lte(subscriptions.leaseUntil, now)));
  const acknowledgedContent = await contents.numberOf(baseline);
  const acknowledged = { acknowledgedContent, acknowledgedRevision: baseline.revision };
  await db
    .insert(subscriptions)
    .values({ topic, callback, callbackHost, secret, leaseUntil, createdAt: now, ...acknowledged })
    .onConflictDoUpdate({ target: [subscriptions.topic, subscriptions.callback], set: { secret, leaseUntil } });
}
