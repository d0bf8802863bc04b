/** Deliveries in the outbox: found by comparing subscriptions with topics, claimed, and settled under the claim. */
import { createHash } from "node:crypto";
import { and, eq, gt, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { DeliveryClaims, DeliverySettlement, DueDelivery, SubscriptionStore, TopicState } from "../../hub/mod.ts";
import type { ClaimedBatch } from "../../outbox/mod.ts";
import { builtOnce, type Sql, type SqlAt } from "./dialect.ts";
import { readState } from "./editions.ts";
import { claimsOf, type OutboxRow, type OutboxTransactions, settleRow, UNCLAIMED } from "./outbox.ts";
import { type Tables, UNKNOWN_CONTENT } from "./schema.ts";

export function exchangeDeliveriesBy({ write }: OutboxTransactions): SubscriptionStore["exchangeDeliveries"] {
  return (settlements, request) =>
    write(async (transaction) => {
      await settleAll(transaction, settlements, request.claim);
      if (request.compares) for (const state of request.topics) await oweTopic(transaction, state);
      return claim(transaction, request);
    }, "repeatable");
}

/** What a subscription records of content that was acknowledged: 48 bits of its digest. */
export function contentNumber(digest: string): number {
  return createHash("sha256").update(digest).digest().readUIntBE(0, 6);
}

const { placeholder } = sql;

type Subscription = Tables["subscriptions"]["$inferSelect"];

export async function deleteSubscriptions(
  { db, dialect, tables: { outbox, subscriptions } }: Sql,
  where: SQL | undefined,
): Promise<Subscription[]> {
  const ended = await db.delete(subscriptions).where(where).returning();
  const keys = ended.map(({ id }) => String(id));
  if (ended.length > 0) {
    await db.delete(outbox).where(and(eq(outbox.kind, "delivery"), dialect.isOneOf(outbox.key, keys)));
  }
  return ended;
}

/**
 * Owes a topic to every subscriber with older content; their count of failures stays. Other bytes of the same revision are not owed:
 * two releases would send in turn.
 */
async function oweTopic(transaction: SqlAt, { topic, digest, revision }: TopicState): Promise<void> {
  const { tables, now } = transaction;
  const { outbox, subscriptions } = tables;
  const { id, callbackSite, failures, attemptedAt, acknowledgedContent, acknowledgedRevision, leaseUntil } =
    subscriptions;
  const isUnknown = and(eq(acknowledgedContent, UNKNOWN_CONTENT), eq(acknowledgedRevision, revision));
  const isOwed = and(
    eq(subscriptions.topic, topic),
    ne(acknowledgedContent, contentNumber(digest)),
    or(lt(acknowledgedRevision, revision), isUnknown),
    gt(leaseUntil, now),
  );
  await transaction.rows(sql`insert into ${outbox}
      (kind, key, destination, payload, owed, owed_at, attempts, attempted_at)
    select 'delivery', cast(${id} as text), ${callbackSite}, cast(${JSON.stringify(topic)} as text), cast(${revision} as bigint),
      cast(${now} as bigint), ${failures}, ${attemptedAt}
    from ${subscriptions} where ${isOwed}
    on conflict (kind, key) do update set owed = excluded.owed, owed_at = excluded.owed_at
    where outbox.owed < excluded.owed`);
}

const subscriptionsOf = builtOnce(({ db, dialect, tables: { subscriptions } }) => {
  const { id, topic, callback, secret, acknowledgedContent, leaseUntil } = subscriptions;
  return db
    .select({ id, topic, callback, secret, acknowledgedContent, leaseUntil })
    .from(subscriptions)
    .where(dialect.isOneOf(id, placeholder("ids")));
});

const claimDue = claimsOf("delivery", ({ dialect, tables: { outbox } }) =>
  and(lte(outbox.owed, placeholder("revision")), dialect.isOneOf(outbox.payload, placeholder("topics"))),
);

/** Claims what the topics show now. A server that lags behind, or has another address, claims nothing that it does not show. */
async function claim(transaction: SqlAt, request: DeliveryClaims): Promise<ClaimedBatch<DueDelivery>> {
  const { now } = transaction;
  const revision = request.topics[0]?.revision ?? 0;
  const topics = request.topics.map(({ topic }) => JSON.stringify(topic));
  const values = { revision, topics: JSON.stringify(topics) };
  const batch = await claimDue(transaction, request, { owed: revision, values });
  if (batch.claimed.length === 0) return { claimed: [], nextInMs: batch.nextInMs };
  const ids = JSON.stringify(batch.claimed.map(subscriptionOf));
  const found = new Map((await subscriptionsOf(transaction, { ids })).map((row) => [row.id, row]));
  const shown = new Map(request.topics.map(({ topic, digest }) => [topic, contentNumber(digest)]));
  const claimed: DueDelivery[] = [];
  const dropped: OutboxRow[] = [];
  for (const row of batch.claimed) {
    const subscription = found.get(subscriptionOf(row));
    const content = shown.get(subscription?.topic ?? "");
    const isWanted = subscription !== undefined && content !== undefined && subscription.leaseUntil > now;
    if (!isWanted || subscription.acknowledgedContent === content) {
      dropped.push(row);
      continue;
    }
    const { topic, callback, secret, acknowledgedContent, leaseUntil } = subscription;
    claimed.push({
      id: row.id,
      destination: row.destination,
      attempts: row.attempts,
      subscription: subscription.id,
      topic,
      callback,
      secret,
      revision,
      heldContent: acknowledgedContent,
      leaseLeftMs: leaseUntil - now,
      owedForMs: Math.max(0, now - row.owedAt),
    });
  }
  await drop(transaction, dropped, revision);
  const begun = JSON.stringify(claimed.map(({ subscription }) => subscription));
  await markUnknown(transaction, { now, ids: begun });
  return { claimed, nextInMs: dropped.length > 0 ? 0 : batch.nextInMs };
}

function subscriptionOf({ key }: Pick<OutboxRow, "key">): number {
  return Number(key);
}

/** Content that was taken back before its delivery leaves nothing owed, at this revision or an older one. */
async function drop(transaction: SqlAt, rows: readonly OutboxRow[], revision: number): Promise<void> {
  if (rows.length === 0) return;
  const { db, dialect, tables } = transaction;
  const { outbox, subscriptions } = tables;
  const ids = rows.map(({ id }) => id);
  await db.delete(outbox).where(dialect.isOneOf(outbox.id, ids));
  await db
    .update(subscriptions)
    .set({ acknowledgedRevision: dialect.later(subscriptions.acknowledgedRevision, sql`cast(${revision} as bigint)`) })
    .where(dialect.isOneOf(subscriptions.id, rows.map(subscriptionOf)));
}

/** Marks the content as unknown: if the server dies during the delivery, the subscriber may or may not have it. */
const markUnknown = builtOnce(({ db, dialect, tables: { subscriptions } }) =>
  db
    .update(subscriptions)
    .set({ acknowledgedContent: UNKNOWN_CONTENT, attemptedAt: sql`${placeholder("now")}` })
    .where(dialect.isOneOf(subscriptions.id, placeholder("ids"))),
);

async function settleAll(transaction: SqlAt, settlements: readonly DeliverySettlement[], claim: string): Promise<void> {
  // During a fan-out nearly all subscribers acknowledge the same content in the same words: a few statements for all of them.
  const acknowledged = settlements.filter((settlement) => settlement.kind === "acknowledged");
  const alike = Map.groupBy(acknowledged, ({ due, digest, outcome }) => `${due.revision} ${digest} ${outcome}`);
  for (const group of alike.values()) await acknowledge(transaction, group, claim);
  for (const settlement of settlements) {
    if (settlement.kind !== "acknowledged") await settle(transaction, settlement, claim);
  }
}

type Settled<Kind extends DeliverySettlement["kind"]> = DeliverySettlement & { readonly kind: Kind };

const deleteSent = builtOnce(({ db, dialect, tables: { outbox } }) => {
  const isMine = and(dialect.isOneOf(outbox.id, placeholder("ids")), eq(outbox.claim, placeholder("claim")));
  return db
    .delete(outbox)
    .where(and(isMine, lte(outbox.owed, placeholder("revision"))))
    .returning({ key: outbox.key });
});

const markAcknowledged = builtOnce(({ db, dialect, tables: { subscriptions } }) =>
  db
    .update(subscriptions)
    .set({
      failures: 0,
      lastOutcome: sql`${placeholder("outcome")}`,
      acknowledgedContent: sql`${placeholder("content")}`,
      acknowledgedRevision: sql`${placeholder("revision")}`,
    })
    .where(dialect.isOneOf(subscriptions.id, placeholder("ids"))),
);

/** What became owed during the attempts stays owed. */
async function acknowledge(
  transaction: SqlAt,
  alike: readonly Settled<"acknowledged">[],
  claim: string,
): Promise<void> {
  const [first] = alike;
  if (first === undefined) return;
  const { db, dialect, tables } = transaction;
  const { outbox } = tables;
  const { outcome, digest } = first;
  const { revision } = first.due;
  const ids = alike.map(({ due }) => due.id);
  const done = await deleteSent(transaction, { ids: JSON.stringify(ids), claim, revision });
  const isLeft = and(dialect.isOneOf(outbox.id, ids), eq(outbox.claim, claim));
  const renewed = { ...UNCLAIMED, attempts: 0, dueAt: 0 };
  const isAll = done.length === alike.length;
  const left = isAll ? [] : await db.update(outbox).set(renewed).where(isLeft).returning({ key: outbox.key });
  const settled = JSON.stringify([...done, ...left].map(subscriptionOf));
  await markAcknowledged(transaction, { outcome, content: contentNumber(digest), revision, ids: settled });
}

/** An attempt that surely did not arrive leaves the subscriber with what it held. */
async function settle(
  transaction: SqlAt,
  settlement: Settled<"failed" | "removed" | "released">,
  claim: string,
): Promise<void> {
  const { db, tables, now } = transaction;
  const { changes, subscriptions } = tables;
  const { kind, due, outcome } = settlement;
  const isFailed = kind === "failed";
  const retry = isFailed ? { attempts: due.attempts + 1, dueAt: now + settlement.retryInMs } : {};
  // Another server has taken it over, or the subscription has ended.
  if ((await settleRow(transaction, { id: due.id, claim }, retry)) === undefined) return;
  const isThis = eq(subscriptions.id, due.subscription);
  if (kind === "removed") {
    await deleteSubscriptions(transaction, isThis);
    const { revision } = await readState(transaction);
    const detail = { subscription: due.subscription, reason: settlement.reason };
    // The owner is notified, and finds it in the log.
    await db.insert(changes).values({ revision, at: now, command: "hub removed", detail });
    return;
  }
  const held = isFailed && settlement.mayHaveArrived ? {} : { acknowledgedContent: due.heldContent };
  const failed = isFailed ? { failures: due.attempts + 1, lastOutcome: outcome } : {};
  await db
    .update(subscriptions)
    .set({ ...held, ...failed })
    .where(isThis);
}
