/**
 * Deliveries as rows: claimed when owed, settled under the claim.
 *
 * @module
 */
import { and, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { DeliveryClaims, DeliverySettlement, DueDelivery, TopicState, Turn } from "../hub/mod.ts";
import {
  type Candidate,
  claimWithinSites,
  DOUBTED,
  type Instants,
  instantsOf,
  isClaimable,
  isOverdue,
  isVoid,
  nextInstant,
  UNCLAIMED,
} from "./claiming.ts";
import type { Sql } from "./dialect.ts";
import type { Tables } from "./schema.ts";
import { UNKNOWN_CONTENT } from "./subscription_tables.ts";
import type { TopicContents } from "./topic_contents.ts";

const { placeholder } = sql;

/** What a lease, a revision and a content leave owed: the level that triggers every delivery. */
export function isOwed({ subscriptions }: Tables): SQL | undefined {
  return and(
    eq(subscriptions.topic, placeholder("topic")),
    ne(subscriptions.acknowledgedContent, placeholder("content")),
    lte(subscriptions.acknowledgedRevision, placeholder("revision")),
    gt(subscriptions.leaseUntil, placeholder("now")),
  );
}

/** Claims due deliveries and settles them. */
export interface DeliveryRows {
  claim(request: DeliveryClaims, now: number): Promise<Turn<DueDelivery>>;
  /** Only what is still claimed under that name is settled. */
  settle(settlements: readonly DeliverySettlement[], claim: string, now: number): Promise<void>;
}

/** A topic with the number of its content, as the conditions compare it. */
type NumberedTopic = TopicState & { readonly content: number };

/** Prepares the statements once; each function is to be called inside of a write. */
export function createDeliveryRows(connection: Sql, contents: TopicContents): DeliveryRows {
  const lanes = {
    fresh: prepareLane(connection, sql`failures = 0`),
    failing: prepareLane(connection, sql`failures > 0`),
  };
  const claimRows = prepareClaim(connection);
  const endClaims = prepareEndOfClaims(connection);
  const settle = prepareSettlements(connection);

  async function nextAt(
    lane: DeliveryClaims["lane"],
    topics: readonly NumberedTopic[],
    instants: Instants,
  ): Promise<number | null> {
    const known: number[] = [];
    for (const topic of topics) {
      const [next] = await lanes[lane].next({ ...topic, ...instants });
      if (next?.at != null) known.push(next.at);
    }
    return known.length === 0 ? null : Math.min(...known);
  }

  return {
    async claim(request, now) {
      const { claim, lane, limit } = request;
      const instants = instantsOf(now, request);
      await endClaims(instants);
      const topics: NumberedTopic[] = [];
      for (const topic of request.topics) topics.push({ ...topic, content: await contents.numberOf(topic) });
      const [{ revision } = { revision: 0 }] = topics;
      const claimed = await claimWithinSites(
        request,
        async (wanted, fullSites) => {
          const found: Candidate[] = [];
          for (const topic of topics) {
            found.push(...(await lanes[lane].candidates({ ...topic, ...instants, fullSites, limit: wanted })));
          }
          return found.slice(0, wanted);
        },
        (ids) => claimRows({ ...instants, ids: JSON.stringify(ids), claim, revision }),
      );
      const due = claimed.map(({ leaseUntil, ...row }) => ({ ...row, revision, leaseLeftMs: leaseUntil - now }));
      // With all places taken, whatever is due has to wait for one of them.
      const next = claimed.length === limit ? null : await nextAt(lane, topics, instants);
      return { claimed: due, nextInMs: next === null ? null : next - now };
    },
    settle,
  };
}

/** `ofLane` stands literally in the statements, as it stands in the index they are to use. */
function prepareLane({ db, tables, dialect, prepareRows }: Sql, ofLane: SQL) {
  const { subscriptions } = tables;
  const candidates = db
    .select({ id: subscriptions.id, callbackSite: subscriptions.callbackSite })
    .from(subscriptions)
    .where(and(isOwed(tables), ofLane, isClaimable(subscriptions, dialect)))
    .orderBy(subscriptions.attemptedAt)
    .limit(placeholder("limit"));
  const next = db
    .select({ at: nextInstant(subscriptions, dialect) })
    .from(subscriptions)
    .where(and(isOwed(tables), ofLane));
  return { candidates: prepareRows(dialect.forUpdateSkipLocked(candidates)), next: prepareRows(next) };
}

function prepareClaim({ db, tables: { subscriptions, topicContents }, dialect, prepareRows }: Sql) {
  const { id, topic, callback, callbackSite, secret, leaseUntil, failures } = subscriptions;
  const contentOfClaim = sql`(select max(${topicContents.content}) from ${topicContents}
    where ${topicContents.topic} = ${topic} and ${topicContents.revision} = ${placeholder("revision")})`;
  return prepareRows(
    db
      .update(subscriptions)
      .set({
        claim: sql`${placeholder("claim")}`,
        claimedUntil: sql`${placeholder("claimedUntil")}`,
        attemptedAt: sql`${placeholder("now")}`,
        claimedRevision: sql`${placeholder("revision")}`,
        claimedContent: contentOfClaim,
      })
      .where(dialect.isOneOf(id, placeholder("ids")))
      .returning({ id, topic, callback, callbackSite, secret, leaseUntil, failures }),
  );
}

/** What was sent may have arrived: nothing older may be sent any more. */
function newestSent({ tables: { subscriptions }, dialect }: Sql): SQL {
  return dialect.later(subscriptions.acknowledgedRevision, subscriptions.claimedRevision);
}

/** A claim that ended unsettled, as by a crash, may have delivered what it was for. */
function prepareEndOfClaims(connection: Sql): (instants: Instants) => Promise<void> {
  const { db, tables, prepareChange } = connection;
  const { subscriptions } = tables;
  const given = { ...UNCLAIMED, acknowledgedContent: UNKNOWN_CONTENT, acknowledgedRevision: newestSent(connection) };
  const voided = prepareChange(db.update(subscriptions).set(given).where(isVoid(subscriptions)));
  const doubted = prepareChange(db.update(subscriptions).set(DOUBTED).where(isOverdue(subscriptions)));
  return async (instants) => {
    await voided({ ...instants });
    await doubted({ ...instants });
  };
}

type Settled<Kind extends DeliverySettlement["kind"]> = DeliverySettlement & { readonly kind: Kind };

/** A claim that was taken over, or a subscription that ended meanwhile, leaves nothing to settle. */
function prepareSettlements(connection: Sql): DeliveryRows["settle"] {
  const { db, tables, prepareChange } = connection;
  const { subscriptions } = tables;
  const acknowledge = prepareAcknowledgements(connection);
  const isMine = and(eq(subscriptions.id, placeholder("id")), eq(subscriptions.claim, placeholder("claim")));
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
  const removed = prepareChange(db.delete(subscriptions).where(isMine));
  const released = prepareChange(db.update(subscriptions).set(UNCLAIMED).where(isMine));
  return async (settlements, claim, now) => {
    const acknowledged = settlements.filter((settlement) => settlement.kind === "acknowledged");
    await acknowledge(acknowledged, claim);
    for (const settlement of settlements) {
      if (settlement.kind === "failed") await failed(failedValues(settlement, claim, now));
      if (settlement.kind === "removed") await removed({ id: settlement.id, claim });
      if (settlement.kind === "released") await released({ id: settlement.id, claim });
    }
  };
}

function failedValues({ mayHaveArrived, retryInMs, ...settlement }: Settled<"failed">, claim: string, now: number) {
  return { ...settlement, claim, nextAttemptAt: now + retryInMs, mayHaveArrived: Number(mayHaveArrived) };
}

/** During a fan-out nearly all subscribers acknowledge in the same words: one statement for all of them. */
function prepareAcknowledgements({ db, tables: { subscriptions }, dialect, prepareChange }: Sql) {
  const acknowledged = prepareChange(
    db
      .update(subscriptions)
      .set({
        ...UNCLAIMED,
        failures: 0,
        nextAttemptAt: 0,
        acknowledgedContent: sql`${subscriptions.claimedContent}`,
        acknowledgedRevision: sql`${subscriptions.claimedRevision}`,
        lastOutcome: sql`${placeholder("outcome")}`,
      })
      .where(and(dialect.isOneOf(subscriptions.id, placeholder("ids")), eq(subscriptions.claim, placeholder("claim")))),
  );
  return async (settlements: readonly Settled<"acknowledged">[], claim: string) => {
    for (const [outcome, alike] of Map.groupBy(settlements, (settlement) => settlement.outcome)) {
      await acknowledged({ ids: JSON.stringify(alike.map(({ id }) => id)), claim, outcome });
    }
  };
}
