/** Pending verifications as rows: one for each topic and callback, the newest request. */
import { and, eq, lte, ne, sql } from "drizzle-orm";
import type {
  PendingRequest,
  PendingVerification,
  RequestCaps,
  SaveRequestResult,
  SettledVerification,
  VerificationResult,
  VerificationSettlement,
} from "../../hub/mod.ts";
import type { ClaimedBatch, ClaimRequest } from "../../work/mod.ts";
import { createFindAdmission, createPendingQueue, type FindAdmission, LAST_TURN } from "./admission.ts";
import { CLAIMED, prepareClaims, UNCLAIMED } from "./claims.ts";
import type { TopicContents } from "./deliveries.ts";
import type { Sql } from "./dialect.ts";
import type { Tables } from "./schema.ts";
import { removeSubscription } from "./subscription_list.ts";

const { placeholder } = sql;
const DENIED_WHEN_FULL = "the hub has reached its subscription limit";

/** Queues requests, claims those due for verification and settles them. */
interface VerificationRows {
  save: SaveRequest;
  claim(request: ClaimRequest, now: number): Promise<ClaimedBatch<PendingVerification>>;
  /** Only what was claimed under that name is settled. */
  settle(settled: SettledVerification, claim: string, now: number): Promise<VerificationResult>;
}

/** Each function is to be called inside of a write. */
export function createVerificationRows(connection: Sql, contents: TopicContents): VerificationRows {
  const findAdmission = createFindAdmission(connection);
  const claims = prepareVerificationClaims(connection);
  return {
    save: createSaveRequest(connection, findAdmission),
    async claim(request, now) {
      const { claimed, nextInMs } = await claims(request, now);
      return { claimed: claimed.map((row) => ({ ...row, claimedAt: now })), nextInMs };
    },
    settle: (settled, claim, now) => settle({ connection, contents, findAdmission, claim, now }, settled),
  };
}

function prepareVerificationClaims(connection: Sql) {
  const { db, tables, dialect, prepareRows } = connection;
  const { pendingVerifications: pending } = tables;
  const claim = db
    .update(pending)
    .set(CLAIMED)
    .where(dialect.isOneOf(pending.id, placeholder("ids")))
    .returning();
  return prepareClaims(connection, {
    table: pending,
    destination: pending.callbackSite,
    orderBy: [pending.turn, pending.nextAttemptAt, pending.id],
    claimRows: prepareRows(claim),
  });
}

type Key = Pick<PendingRequest, "topic" | "callback">;

interface Settling {
  readonly connection: Sql;
  readonly contents: TopicContents;
  readonly findAdmission: FindAdmission;
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
      const admission = await settling.findAdmission(verified, settlement.caps, now);
      if (admission.kind === "full") {
        await change({ mode: "denied", reason: DENIED_WHEN_FULL, secret: null, turn: LAST_TURN });
        return "full";
      }
      if (admission.kind === "displaces") {
        await removeSubscription(connection, { ...admission, reason: DENIED_WHEN_FULL, now });
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

/** Queues a request for verification, or reports which cap it hit; `now` in epoch milliseconds. */
type SaveRequest = (request: PendingRequest, caps: RequestCaps, now: number) => Promise<SaveRequestResult>;

/** Prepares the statements once; to be called inside of a write. */
function createSaveRequest(connection: Sql, findAdmission: FindAdmission): SaveRequest {
  const queue = createPendingQueue(connection);
  const waitsAlready = prepareLookUp(connection);
  const keep = prepareKeeping(connection);
  return async function save(request, caps, now) {
    if (request.mode === "subscribe" && (await findAdmission(request, caps, now)).kind === "full") {
      return "too_many_subscriptions";
    }
    const turn = (await waitsAlready(request)) ? 0 : await queue.admit(request, caps.pending, now);
    if (turn === null) return "too_many_pending";
    await keep({ ...request, turn, now });
    return "saved";
  };
}

/** Whether a request of the same key waits already; a denial is no request. */
function prepareLookUp({ db, tables, prepareRows }: Sql) {
  const { pendingVerifications: pending } = tables;
  const isKey = and(eq(pending.topic, placeholder("topic")), eq(pending.callback, placeholder("callback")));
  const found = prepareRows(
    db
      .select({ id: pending.id })
      .from(pending)
      .where(and(isKey, ne(pending.mode, "denied"))),
  );
  return async ({ topic, callback }: PendingRequest) => (await found({ topic, callback })).length > 0;
}

/** An older request keeps its turn, and its claim, so that its callback is never asked twice at once. */
function prepareKeeping({ db, tables, prepareChange }: Sql) {
  const { pendingVerifications: pending } = tables;
  const given = (name: keyof PendingRequest | "turn" | "now") => sql`${placeholder(name)}`;
  const fields = {
    mode: given("mode"),
    secret: given("secret"),
    leaseSeconds: given("leaseSeconds"),
    verifyToken: given("verifyToken"),
    reason: null,
    requestedAt: given("now"),
  };
  const key = { topic: given("topic"), callback: given("callback") };
  const standing = { callbackSite: given("callbackSite"), requester: given("requester"), turn: given("turn") };
  const insert = db.insert(pending).values({ ...key, ...standing, ...fields });
  const newest = {
    ...fields,
    turn: sql`case when ${pending.mode} = 'denied' then ${given("turn")} else ${pending.turn} end`,
    version: sql`${pending.version} + 1`,
    attempts: 0,
    nextAttemptAt: 0,
  };
  return prepareChange(insert.onConflictDoUpdate({ target: [pending.topic, pending.callback], set: newest }));
}
