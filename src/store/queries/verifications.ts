/** Requests of subscribers in the outbox: kept until their callback has confirmed or refused them, and denials until they are sent. */
import { and, eq, gt, lte, type SQL } from "drizzle-orm";
import type {
  PendingRequest,
  PendingVerification,
  RequestCaps,
  SaveRequestResult,
  SettledVerification,
  SubscriptionCaps,
  SubscriptionStore,
  VerificationPayload,
  VerificationResult,
} from "../../hub/mod.ts";
import type { ClaimRequest } from "../../outbox/mod.ts";
import { contentNumber, deleteSubscriptions } from "./deliveries.ts";
import { countRows, type SqlAt, type Transaction } from "./dialect.ts";
import { claimsOf, exchange, isOpen, type OutboxTransactions, owe, settleRow } from "./outbox.ts";

const DENIED_WHEN_FULL = "the hub has reached its subscription limit";

export function verificationsBy(
  transactions: OutboxTransactions,
): Pick<SubscriptionStore, "savePending" | "exchangeVerifications"> {
  return {
    savePending: (request, caps) => transactions.write((transaction) => save(transaction, request, caps)),
    exchangeVerifications: exchange(transactions, { settle, claim }),
  };
}

/** There is one request or denial for each topic and callback, the newest. */
function keyOf({ topic, callback }: Pick<PendingRequest, "topic" | "callback">): string {
  return `${topic} ${callback}`;
}

async function save(transaction: Transaction, request: PendingRequest, caps: RequestCaps): Promise<SaveRequestResult> {
  if (request.mode === "subscribe" && !(await fits(transaction, request, caps))) return "too_many_subscriptions";
  const { db, tables } = transaction;
  const { outbox } = tables;
  const { callbackSite, ...payload } = request;
  const key = keyOf(request);
  const isWaiting = isOpen(transaction, "verification");
  const [older] = await db
    .select({ owed: outbox.owed })
    .from(outbox)
    .where(and(eq(outbox.kind, "verification"), eq(outbox.key, key)));
  if (older === undefined) {
    const isOfSite = and(isWaiting, eq(outbox.destination, callbackSite));
    const isFull =
      (await countRows(transaction, outbox, isWaiting)) >= caps.pending ||
      (await countRows(transaction, outbox, isOfSite)) >= caps.perSite;
    if (isFull) return "too_many_pending";
  }
  const owed = { key, destination: callbackSite, payload: { ...payload, reason: null }, owed: (older?.owed ?? 0) + 1 };
  await owe(transaction, "verification", [owed]);
  // The server that was asked may end before it is done.
  await transaction.hint();
  return "saved";
}

const claimDue = claimsOf("verification");

async function claim(transaction: SqlAt, request: ClaimRequest) {
  const { claimed, nextInMs } = await claimDue(transaction, request);
  const pending = claimed.map(({ id, destination, attempts, owed, payload }): PendingVerification => {
    const fields = payload as VerificationPayload;
    return { ...fields, id, destination, attempts, owed, claimedAt: transaction.now };
  });
  return { claimed: pending, nextInMs };
}

async function settle(
  transaction: SqlAt,
  { pending, settlement }: SettledVerification,
  name: string,
): Promise<VerificationResult> {
  const { db, tables, now } = transaction;
  const { outbox } = tables;
  const { id, topic, callback, leaseSeconds, verifyToken } = pending;
  const row = await settleRow(transaction, { id, claim: name }, {});
  if (row === undefined || row.owed !== pending.owed) return "superseded";
  const change = (fields: Partial<typeof row>) => db.update(outbox).set(fields).where(eq(outbox.id, id));
  switch (settlement.kind) {
    case "again":
      await change({ attempts: pending.attempts + 1, dueAt: now + settlement.retryInMs });
      return "saved";
    case "subscribed": {
      const callbackSite = pending.destination;
      if (!(await fits(transaction, { topic, callback, callbackSite }, settlement.caps))) {
        const request = { topic, callback, leaseSeconds, verifyToken, secret: null };
        await change({
          payload: { ...request, mode: "denied", reason: DENIED_WHEN_FULL } satisfies VerificationPayload,
        });
        return "full";
      }
      await saveSubscription(transaction, pending, settlement.baseline);
      break;
    }
    case "unsubscribed":
      await deleteSubscriptions(transaction, isSame(transaction, pending));
      break;
    case "dropped":
      break;
  }
  await db.delete(outbox).where(eq(outbox.id, id));
  return "saved";
}

function isSame({ tables: { subscriptions } }: SqlAt, { topic, callback }: Pick<PendingRequest, "topic" | "callback">) {
  return and(eq(subscriptions.topic, topic), eq(subscriptions.callback, callback));
}

/** A renewal changes secret and lease alone. WebSub 5.3: the lease counts from the verification request, made just after the claim. */
async function saveSubscription(
  transaction: SqlAt,
  pending: PendingVerification,
  baseline: { readonly digest: string; readonly revision: number },
): Promise<void> {
  const { db, tables, now } = transaction;
  const { subscriptions } = tables;
  const { topic, callback, secret, claimedAt, leaseSeconds, destination } = pending;
  await deleteSubscriptions(transaction, and(isSame(transaction, pending), lte(subscriptions.leaseUntil, now)));
  const renewed = { secret, leaseUntil: claimedAt + leaseSeconds * 1000, callbackSite: destination };
  const acknowledged = {
    acknowledgedContent: contentNumber(baseline.digest),
    acknowledgedRevision: baseline.revision,
  };
  await db
    .insert(subscriptions)
    .values({ topic, callback, createdAt: now, ...renewed, ...acknowledged })
    .onConflictDoUpdate({ target: [subscriptions.topic, subscriptions.callback], set: renewed });
}

/** Whether a subscription fits within its caps. One that runs can always be renewed. */
async function fits(
  transaction: SqlAt,
  wanted: Pick<PendingRequest, "topic" | "callback" | "callbackSite">,
  { perTopic, perSite }: SubscriptionCaps,
): Promise<boolean> {
  const { subscriptions } = transaction.tables;
  const isRunning = gt(subscriptions.leaseUntil, transaction.now);
  const running = (where: SQL | undefined) => countRows(transaction, subscriptions, and(where, isRunning));
  if ((await running(isSame(transaction, wanted))) > 0) return true;
  return (
    (await running(eq(subscriptions.callbackSite, wanted.callbackSite))) < perSite &&
    (await running(eq(subscriptions.topic, wanted.topic))) < perTopic
  );
}

/** Queues the notice that a subscription was denied, with the reason, unless a request of the subscriber is pending. */
export async function oweDenial(
  transaction: SqlAt,
  { topic, callback, callbackSite }: Pick<PendingRequest, "topic" | "callback" | "callbackSite">,
  reason: string,
): Promise<void> {
  const nothing = { secret: null, leaseSeconds: 0, verifyToken: null };
  const payload: VerificationPayload = { topic, callback, mode: "denied", ...nothing, reason };
  await owe(transaction, "verification", [{ key: keyOf({ topic, callback }), destination: callbackSite, payload }]);
}
