/**
 * Pending verifications as rows: one for each topic and callback, the newest request.
 *
 * @module
 */
import { and, eq, lte, sql } from "drizzle-orm";
import type {
  ClaimRequest,
  PendingRequest,
  PendingVerification,
  SettledVerification,
  Turn,
  VerificationResult,
  VerificationSettlement,
} from "../hub/mod.ts";
import {
  claimWithinSites,
  DOUBTED,
  instantsOf,
  isClaimable,
  isOverdue,
  isVoid,
  nextInstant,
  UNCLAIMED,
} from "./claiming.ts";
import type { Sql } from "./dialect.ts";
import { LAST_TURN } from "./pending_queue.ts";
import { createSaveRequest, type SaveRequest } from "./pending_requests.ts";
import type { Tables } from "./schema.ts";
import { removeSubscription } from "./subscription_list.ts";
import { createFindRoom, type FindRoom } from "./subscription_room.ts";
import type { TopicContents } from "./topic_contents.ts";

const { placeholder } = sql;
const DENIED_WHEN_FULL = "the hub has reached its subscription limit";

/** Queues requests, claims those due for verification and settles them. */
export interface VerificationRows {
  save: SaveRequest;
  claim(request: ClaimRequest, now: number): Promise<Turn<PendingVerification>>;
  /** Only what was claimed under that name is settled. */
  settle(settled: SettledVerification, claim: string, now: number): Promise<VerificationResult>;
}

/** Each function is to be called inside of a write. */
export function createVerificationRows(connection: Sql, contents: TopicContents): VerificationRows {
  const findRoom = createFindRoom(connection);
  const { voided, doubted, candidates, claimRows, next } = prepareClaims(connection);
  return {
    save: createSaveRequest(connection, findRoom),
    async claim(request, now) {
      const { claim, limit } = request;
      const instants = instantsOf(now, request);
      await voided({ ...instants });
      await doubted({ ...instants });
      const claimed = await claimWithinSites(
        request,
        (wanted, fullSites) => candidates({ ...instants, fullSites, limit: wanted }),
        (ids) => claimRows({ ...instants, ids: JSON.stringify(ids), claim }),
      );
      const nextAt = claimed.length === limit ? null : ((await next({ ...instants }))[0]?.at ?? null);
      return {
        claimed: claimed.map((row) => ({ ...row, claimedAt: now })),
        nextInMs: nextAt === null ? null : nextAt - now,
      };
    },
    settle: (settled, claim, now) => settle({ connection, contents, findRoom, claim, now }, settled),
  };
}

function prepareClaims({ db, tables, dialect, prepareRows, prepareChange }: Sql) {
  const { pendingVerifications: pending } = tables;
  const candidates = db
    .select({ id: pending.id, callbackSite: pending.callbackSite })
    .from(pending)
    .where(isClaimable(pending, dialect))
    .orderBy(pending.turn, pending.nextAttemptAt, pending.id)
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

interface Settling {
  readonly connection: Sql;
  readonly contents: TopicContents;
  readonly findRoom: FindRoom;
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
  let result: VerificationResult = "saved";
  switch (settlement.kind) {
    case "again":
      await change({ nextAttemptAt: now + settlement.retryInMs, attempts: verified.attempts + 1 });
      return "saved";
    case "subscribed": {
      const room = await settling.findRoom(verified, settlement.caps, now);
      if (room.kind === "full") {
        await change({ mode: "denied", reason: DENIED_WHEN_FULL, secret: null, turn: LAST_TURN });
        return "full";
      }
      if (room.kind === "displaces") {
        await removeSubscription(connection, { ...room, reason: DENIED_WHEN_FULL, now });
        result = "displaced";
      }
      await saveSubscription(settling, verified, settlement);
      break;
    }
    case "unsubscribed":
      await db.delete(subscriptions).where(isKey(tables, verified));
      break;
    case "dropped":
      break;
  }
  await db.delete(pending).where(isMine);
  return result;
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
  { topic, callback, callbackSite, secret, claimedAt, leaseSeconds }: PendingVerification,
  { baseline }: VerificationSettlement & { readonly kind: "subscribed" },
): Promise<void> {
  const { subscriptions } = tables;
  const leaseUntil = claimedAt + leaseSeconds * 1000;
  await db.delete(subscriptions).where(and(isKey(tables, { topic, callback }), lte(subscriptions.leaseUntil, now)));
  const acknowledgedContent = await contents.numberOf(baseline);
  const acknowledged = { acknowledgedContent, acknowledgedRevision: baseline.revision };
  await db
    .insert(subscriptions)
    .values({ topic, callback, callbackSite, secret, leaseUntil, createdAt: now, ...acknowledged })
    .onConflictDoUpdate({
      target: [subscriptions.topic, subscriptions.callback],
      set: { secret, leaseUntil, callbackSite },
    });
}
