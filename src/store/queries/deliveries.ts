/** Deliveries as rows, claimed when owed and settled under the claim. */
import { createHash } from "node:crypto";
import { and, eq, gt, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { DeliveryClaims, DeliverySettlement, DueDelivery } from "../../hub/mod.ts";
import type { ClaimedBatch } from "../../outbox/mod.ts";
import { CLAIMED, isStillClaimed, prepareClaims, UNCLAIMED } from "./claims.ts";
import type { Sql } from "./dialect.ts";
import { readState } from "./editions.ts";
import { type Tables, UNKNOWN_CONTENT } from "./schema.ts";

const { placeholder } = sql;

/**
 * What a lease, a revision and a content leave owed: the level that triggers every delivery. Other bytes of a revision that
 * was acknowledged are not: servers of two releases would send to each other's subscribers in turn.
 */
export function isOwed({ subscriptions }: Tables): SQL | undefined {
  const { topic, acknowledgedContent, acknowledgedRevision, failures, leaseUntil } = subscriptions;
  const isNewer = lt(acknowledgedRevision, placeholder("revision"));
  return and(
    eq(topic, placeholder("topic")),
    ne(acknowledgedContent, placeholder("content")),
    lte(acknowledgedRevision, placeholder("revision")),
    or(isNewer, eq(acknowledgedContent, UNKNOWN_CONTENT), gt(failures, 0)),
    gt(leaseUntil, placeholder("now")),
  );
}

interface DeliveryRows {
  claim(request: DeliveryClaims, now: number): Promise<ClaimedBatch<DueDelivery>>;
  /** Only what is still claimed under that name is settled. */
  settle(settlements: readonly DeliverySettlement[], claim: string, now: number): Promise<void>;
}

/** Prepares the statements once; each function is to be called inside of a write. */
export function createDeliveryRows(connection: Sql): DeliveryRows {
  const { subscriptions } = connection.tables;
  const claimRows = prepareClaim(connection);
  const ofLane = (lane: SQL) =>
    prepareClaims(connection, {
      table: subscriptions,
      destination: subscriptions.callbackSite,
      where: and(isOwed(connection.tables), lane),
      orderBy: [subscriptions.attemptedAt],
      claimRows,
      // What was sent under a claim that ended unsettled may have arrived.
      whenVoid: { acknowledgedContent: UNKNOWN_CONTENT, acknowledgedRevision: newestSent(connection) },
    });
  // Literally as the indexes have it that are to be used.
  const lanes = { fresh: ofLane(sql`failures = 0`), failing: ofLane(sql`failures > 0`) };
  return {
    async claim(request, now) {
      const topics = request.topics.map((topic) => ({ ...topic, content: contentNumber(topic.digest) }));
      const revision = request.topics[0]?.revision ?? 0;
      const { claimed, nextInMs } = await lanes[request.lane](request, now, topics);
      const due = claimed.map(({ leaseUntil, ...row }) => {
        const item = { destination: row.callbackSite, attempts: row.failures };
        return { ...row, ...item, revision, leaseLeftMs: leaseUntil - now };
      });
      return { claimed: due, nextInMs };
    },
    settle: prepareSettlements(connection),
  };
}

function prepareClaim({ db, tables: { subscriptions }, dialect, prepareRows }: Sql) {
  const { id, topic, callback, callbackSite, secret, leaseUntil, failures } = subscriptions;
  return prepareRows(
    db
      .update(subscriptions)
      .set({
        ...CLAIMED,
        attemptedAt: sql`${placeholder("now")}`,
        claimedRevision: sql`${placeholder("revision")}`,
      })
      .where(dialect.isOneOf(id, placeholder("ids")))
      .returning({ id, topic, callback, callbackSite, secret, leaseUntil, failures }),
  );
}

/** What was sent may have arrived: nothing older may be sent any more. */
function newestSent({ tables: { subscriptions }, dialect }: Sql): SQL {
  return dialect.later(subscriptions.acknowledgedRevision, subscriptions.claimedRevision);
}

type Settled<Kind extends DeliverySettlement["kind"]> = DeliverySettlement & { readonly kind: Kind };

/** A claim that was taken over, or a subscription that ended meanwhile, leaves nothing to settle. */
function prepareSettlements(connection: Sql): DeliveryRows["settle"] {
  const { db, tables, prepareChange, prepareRows } = connection;
  const { changes, subscriptions } = tables;
  const acknowledge = prepareAcknowledgements(connection);
  const isMine = isStillClaimed(subscriptions);
  const failed = prepareChange(
    db
      .update(subscriptions)
      .set({
        ...UNCLAIMED,
        failures: sql`${placeholder("failures")}`,
        nextAttemptAt: sql`${placeholder("nextAttemptAt")}`,
        acknowledgedContent: sql`case when ${placeholder("mayHaveArrived")} = 1 then ${UNKNOWN_CONTENT} else ${subscriptions.acknowledgedContent} end`,
        acknowledgedRevision: newestSent(connection),
        lastOutcome: sql`${placeholder("outcome")}`,
      })
      .where(isMine),
  );
  const removed = prepareRows(db.delete(subscriptions).where(isMine).returning({ id: subscriptions.id }));
  const released = prepareChange(db.update(subscriptions).set(UNCLAIMED).where(isMine));
  return async (settlements, claim, now) => {
    const acknowledged = settlements.filter((settlement) => settlement.kind === "acknowledged");
    await acknowledge(acknowledged, claim);
    for (const settlement of settlements) {
      if (settlement.kind === "failed") await failed(failedValues(settlement, claim, now));
      if (settlement.kind === "removed") {
        const { id, reason } = settlement;
        if ((await removed({ id, claim })).length === 0) continue;
        const { revision } = await readState(connection);
        // The owner is told, and finds it in the log.
        await db
          .insert(changes)
          .values({ revision, at: now, command: "hub removed", detail: { subscription: id, reason } });
      }
      if (settlement.kind === "released") await released({ id: settlement.id, claim });
    }
  };
}

function failedValues({ mayHaveArrived, retryInMs, ...settlement }: Settled<"failed">, claim: string, now: number) {
  return { ...settlement, claim, nextAttemptAt: now + retryInMs, mayHaveArrived: Number(mayHaveArrived) };
}

/** During a fan-out nearly all subscribers acknowledge the same content in the same words: one statement for all of them. */
function prepareAcknowledgements({ db, tables: { subscriptions }, dialect, prepareChange }: Sql) {
  const acknowledged = prepareChange(
    db
      .update(subscriptions)
      .set({
        ...UNCLAIMED,
        failures: 0,
        nextAttemptAt: 0,
        acknowledgedContent: sql`${placeholder("content")}`,
        acknowledgedRevision: sql`${subscriptions.claimedRevision}`,
        lastOutcome: sql`${placeholder("outcome")}`,
      })
      .where(and(dialect.isOneOf(subscriptions.id, placeholder("ids")), eq(subscriptions.claim, placeholder("claim")))),
  );
  return async (settlements: readonly Settled<"acknowledged">[], claim: string) => {
    for (const alike of Map.groupBy(settlements, ({ outcome, digest }) => `${digest} ${outcome}`).values()) {
      const [{ outcome, digest } = { outcome: "", digest: "" }] = alike;
      const ids = JSON.stringify(alike.map(({ id }) => id));
      await acknowledged({ ids, claim, outcome, content: contentNumber(digest) });
    }
  };
}

/** What a subscription records of content that was acknowledged: 48 bits of its digest. */
export function contentNumber(digest: string): number {
  return createHash("sha256").update(digest).digest().readUIntBE(0, 6);
}
