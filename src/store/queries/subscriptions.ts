/** The hub's {@link SubscriptionStore} over the database. */
import { and, asc, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import type {
  HubCounts,
  PendingRequest,
  PendingVerification,
  RequestCaps,
  SaveRequestResult,
  SettledVerification,
  SubscriptionCaps,
  SubscriptionStore,
  TopicState,
  VerificationResult,
  VerificationSettlement,
} from "../../hub/mod.ts";
import type { ClaimedBatch, ClaimRequest } from "../../outbox/mod.ts";
import { CLAIMED, prepareClaims, prepareRelease, type RowTransactions, UNCLAIMED } from "./claims.ts";
import { contentNumber, createDeliveryRows, isOwed } from "./deliveries.ts";
import { countRows, prepareCount, type Sql } from "./dialect.ts";
import type { Tables } from "./schema.ts";

const { placeholder } = sql;

/** The hub's rows over a connection, or over a transaction in it. */
type HubRows = ReturnType<typeof createHubRows>;

/** Prepares the statements once. */
export function createHubRows(connection: Sql) {
  return {
    verifications: createVerificationRows(connection),
    deliveries: createDeliveryRows(connection),
    upkeep: createUpkeep(connection),
    count: (topics: readonly TopicState[], now: number) => countAll(connection, topics, now),
  };
}

export function createSubscriptionStore({ read, write }: RowTransactions<HubRows>): SubscriptionStore {
  return {
    savePending: (request, caps) => write(({ verifications }, now) => verifications.save(request, caps, now)),
    exchangeVerifications: (settled, claims) =>
      write(
        async ({ verifications }, now) => {
          const results: VerificationResult[] = [];
          for (const each of settled) results.push(await verifications.settle(each, claims.claim, now));
          return { results, ...(await verifications.claim(claims, now)) };
        },
        settled.length === 0 ? "repeatable" : "durable",
      ),
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
  const { pendingVerifications, subscriptions } = tables;
  const hasExpired = lte(subscriptions.leaseUntil, placeholder("now"));
  const expired = prepareRows(db.delete(subscriptions).where(hasExpired).returning({ id: subscriptions.id }));
  return {
    release: prepareRelease(connection, [subscriptions, pendingVerifications]),
    deleteExpired: async (now: number) => (await expired({ now })).length,
  };
}

async function countAll(connection: Sql, topics: readonly TopicState[], now: number): Promise<HubCounts> {
  const { tables } = connection;
  const { pendingVerifications, subscriptions } = tables;
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
    pendingVerifications: await countRows(connection, pendingVerifications),
    owed: allOwed,
  };
}

const DENIED_WHEN_FULL = "the hub has reached its subscription limit";

/** Queues requests, claims those due for verification and settles them. */
interface VerificationRows {
  save: SaveRequest;
  claim(request: ClaimRequest, now: number): Promise<ClaimedBatch<PendingVerification>>;
  /** Only what was claimed under that name is settled. */
  settle(settled: SettledVerification, claim: string, now: number): Promise<VerificationResult>;
}

/** Each function is to be called inside of a write. */
function createVerificationRows(connection: Sql): VerificationRows {
  const fits = prepareCaps(connection);
  const claims = prepareVerificationClaims(connection);
  return {
    save: createSaveRequest(connection, fits),
    async claim(request, now) {
      const { claimed, nextInMs } = await claims(request, now);
      return { claimed: claimed.map((row) => ({ ...row, claimedAt: now })), nextInMs };
    },
    settle: (settled, claim, now) => settle({ connection, fits, claim, now }, settled),
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
    orderBy: [pending.nextAttemptAt, pending.id],
    claimRows: prepareRows(claim),
  });
}

type Key = Pick<PendingRequest, "topic" | "callback">;

interface Settling {
  readonly connection: Sql;
  readonly fits: FitsCaps;
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
      if (!(await settling.fits(verified, settlement.caps, now))) {
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
  { connection: { db, tables }, now }: Settling,
  { topic, callback, callbackSite, secret, claimedAt, leaseSeconds }: PendingVerification,
  { baseline }: VerificationSettlement & { readonly kind: "subscribed" },
): Promise<void> {
  const { subscriptions } = tables;
  const leaseUntil = claimedAt + leaseSeconds * 1000;
  await db.delete(subscriptions).where(and(isKey(tables, { topic, callback }), lte(subscriptions.leaseUntil, now)));
  const acknowledged = {
    acknowledgedContent: contentNumber(baseline.digest),
    acknowledgedRevision: baseline.revision,
  };
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
function createSaveRequest(connection: Sql, fits: FitsCaps): SaveRequest {
  const { pendingVerifications: pending } = connection.tables;
  const isWaiting = ne(pending.mode, "denied");
  const isOfSite = eq(pending.callbackSite, placeholder("callbackSite"));
  const waiting = prepareCount(connection, pending, isWaiting);
  const waitingOfSite = prepareCount(connection, pending, and(isOfSite, isWaiting));
  const waitsAlready = prepareLookUp(connection);
  const keep = prepareKeeping(connection);
  return async function save(request, caps, now) {
    if (request.mode === "subscribe" && !(await fits(request, caps, now))) return "too_many_subscriptions";
    if (!(await waitsAlready(request))) {
      const { callbackSite } = request;
      const isFull = (await waiting({})) >= caps.pending || (await waitingOfSite({ callbackSite })) >= caps.perSite;
      if (isFull) return "too_many_pending";
    }
    await keep({ ...request });
    return "saved";
  };
}

/** Whether a subscription fits within its caps. One that runs can always be renewed. */
type FitsCaps = (
  wanted: Pick<PendingRequest, "topic" | "callback" | "callbackSite">,
  caps: SubscriptionCaps,
  now: number,
) => Promise<boolean>;

function prepareCaps(connection: Sql): FitsCaps {
  const { subscriptions } = connection.tables;
  const isRunning = gt(subscriptions.leaseUntil, placeholder("now"));
  const running = (...conditions: SQL[]) => prepareCount(connection, subscriptions, and(...conditions, isRunning));
  const ofTopic = eq(subscriptions.topic, placeholder("topic"));
  const same = running(ofTopic, eq(subscriptions.callback, placeholder("callback")));
  const inTopic = running(ofTopic);
  const inSite = running(eq(subscriptions.callbackSite, placeholder("callbackSite")));
  return async ({ topic, callback, callbackSite }, { perTopic, perSite }, now) => {
    const values = { topic, callback, callbackSite, now };
    if ((await same(values)) > 0) return true;
    return (await inSite(values)) < perSite && (await inTopic(values)) < perTopic;
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

/** An older request keeps its claim, so that its callback is never asked twice at once. */
function prepareKeeping({ db, tables, prepareChange }: Sql) {
  const { pendingVerifications: pending } = tables;
  const given = (name: keyof PendingRequest) => sql`${placeholder(name)}`;
  const fields = {
    mode: given("mode"),
    secret: given("secret"),
    leaseSeconds: given("leaseSeconds"),
    verifyToken: given("verifyToken"),
    reason: null,
  };
  const key = { topic: given("topic"), callback: given("callback") };
  const insert = db.insert(pending).values({ ...key, callbackSite: given("callbackSite"), ...fields });
  const newest = {
    ...fields,
    version: sql`${pending.version} + 1`,
    attempts: 0,
    nextAttemptAt: 0,
  };
  return prepareChange(insert.onConflictDoUpdate({ target: [pending.topic, pending.callback], set: newest }));
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

/** A subscription to end; `now` in epoch milliseconds. */
interface SubscriptionEnd {
  readonly id: number;
  /** Sent to the subscriber. */
  readonly reason: string;
  readonly now: number;
}

/** Ends a subscription by the operator's will, within a write. Returns whether there was such a subscription. */
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
      mode: "denied",
      leaseSeconds: 0,
      reason,
    })
    .onConflictDoNothing();
  return true;
}
