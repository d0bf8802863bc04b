/**
 * Deliveries as rows: claimed when owed, settled under the claim.
 *
 * @module
 */
import { and, eq, gt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { DeliveryClaims, DeliverySettlement, DueDelivery, TopicState, Turn } from "../hub/mod.ts";
import { subscriptions, topicContents } from "../sqlite/tables.ts";
import {
  claimWithinHosts,
  DOUBTED,
  type Instants,
  instantsOf,
  isClaimable,
  isOverdue,
  isVoid,
  nextInstant,
  UNCLAIMED,
} from "./claiming.ts";
import type { SyncDatabase } from "./dialect.ts";
import { UNKNOWN_CONTENT } from "./subscription_tables.ts";
import type { TopicContents } from "./topic_contents.ts";

const { placeholder } = sql;

/** What a lease, a revision and a content leave owed: the level that triggers every delivery. */
export function isOwed(): SQL | undefined {
  return and(
    eq(subscriptions.topic, placeholder("topic")),
    ne(subscriptions.acknowledgedContent, placeholder("content")),
    lte(subscriptions.acknowledgedRevision, placeholder("revision")),
    gt(subscriptions.leaseUntil, placeholder("now")),
  );
}

export interface DeliveryRows {
  claim(request: DeliveryClaims, now: number): Turn<DueDelivery>;
  /** Only what is still claimed under that name is settled. */
  settle(settlements: readonly DeliverySettlement[], claim: string, now: number): void;
}

/** A topic with the number of its content, as the conditions compare it. */
type NumberedTopic = TopicState & { readonly content: number };

/** Prepares the statements once; each function is to be called inside of a write. */
export function createDeliveryRows(store: SyncDatabase, contents: TopicContents): DeliveryRows {
  const lanes = { fresh: prepareLane(store, sql`failures = 0`), failing: prepareLane(store, sql`failures > 0`) };
  const claimRows = prepareClaim(store);
  const endClaims = prepareEndOfClaims(store);
  const settle = prepareSettlements(store);

  function nextAt(lane: DeliveryClaims["lane"], topics: readonly NumberedTopic[], instants: Instants): number | null {
    const all = topics.map((topic) => lanes[lane].next.get({ ...topic, ...instants })?.at ?? null);
    const known = all.filter((at) => at !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  return {
    claim(request, now) {
      const { claim, lane, limit } = request;
      const instants = instantsOf(now, request);
      endClaims(instants);
      const topics = request.topics.map((topic) => ({ ...topic, content: contents.numberOf(topic) }));
      const [{ revision } = { revision: 0 }] = topics;
      const claimed = claimWithinHosts(
        request,
        (wanted, fullHosts) => {
          const found = topics.flatMap((topic) =>
            lanes[lane].candidates.all({ ...topic, ...instants, fullHosts, limit: wanted }),
          );
          return found.slice(0, wanted);
        },
        (ids) => claimRows.all({ ...instants, ids: JSON.stringify(ids), claim, revision }),
      );
      const due = claimed.map(({ leaseUntil, ...row }) => ({ ...row, revision, leaseLeftMs: leaseUntil - now }));
      // With all places taken, whatever is due has to wait for one of them.
      const next = claimed.length === limit ? null : nextAt(lane, topics, instants);
      return { claimed: due, nextInMs: next === null ? null : next - now };
    },
    settle,
  };
}

/** `ofLane` stands literally in the statements, as it stands in the index they are to use. */
function prepareLane(store: SyncDatabase, ofLane: SQL) {
  return {
    candidates: store
      .select({ id: subscriptions.id, callbackHost: subscriptions.callbackHost })
      .from(subscriptions)
      .where(and(isOwed(), ofLane, isClaimable(subscriptions)))
      .orderBy(subscriptions.attemptedAt)
      .limit(placeholder("limit"))
      .prepare(),
    next: store
      .select({ at: nextInstant(subscriptions) })
      .from(subscriptions)
      .where(and(isOwed(), ofLane))
      .prepare(),
  };
}

function prepareClaim(store: SyncDatabase) {
  return store
    .update(subscriptions)
    .set({
      claim: sql`${placeholder("claim")}`,
      claimedUntil: sql`${placeholder("claimedUntil")}`,
      attemptedAt: sql`${placeholder("now")}`,
      claimedRevision: sql`${placeholder("revision")}`,
      claimedContent: sql`(select max(${topicContents.content}) from ${topicContents}
        where ${topicContents.topic} = ${subscriptions.topic} and ${topicContents.revision} = ${placeholder("revision")})`,
    })
    .where(sql`${subscriptions.id} in (select value from json_each(${placeholder("ids")}))`)
    .returning({
      id: subscriptions.id,
      topic: subscriptions.topic,
      callback: subscriptions.callback,
      callbackHost: subscriptions.callbackHost,
      secret: subscriptions.secret,
      leaseUntil: subscriptions.leaseUntil,
      failures: subscriptions.failures,
    })
    .prepare();
}

/** What was sent may have arrived: nothing older may be sent any more. */
const newestSent = sql`max(${subscriptions.acknowledgedRevision}, ${subscriptions.claimedRevision})`;

/** A claim that ended unsettled, as by a crash, may have delivered what it was for. */
function prepareEndOfClaims(store: SyncDatabase): (instants: Instants) => void {
  const voided = store
    .update(subscriptions)
    .set({ ...UNCLAIMED, acknowledgedContent: UNKNOWN_CONTENT, acknowledgedRevision: newestSent })
    .where(isVoid(subscriptions))
    .prepare();
  const doubted = store.update(subscriptions).set(DOUBTED).where(isOverdue(subscriptions)).prepare();
  return (instants) => {
    voided.run({ ...instants });
    doubted.run({ ...instants });
  };
}

type Settled<Kind extends DeliverySettlement["kind"]> = DeliverySettlement & { readonly kind: Kind };

/** A claim that was taken over, or a subscription that ended meanwhile, leaves nothing to settle. */
function prepareSettlements(store: SyncDatabase): DeliveryRows["settle"] {
  const acknowledge = prepareAcknowledgements(store);
  const isMine = and(eq(subscriptions.id, placeholder("id")), eq(subscriptions.claim, placeholder("claim")));
  const failed = store
    .update(subscriptions)
    .set({
      ...UNCLAIMED,
      failures: sql`${placeholder("failures")}`,
      nextAttemptAt: sql`${placeholder("nextAttemptAt")}`,
      acknowledgedContent: sql`case when ${placeholder("mayHaveArrived")} then ${UNKNOWN_CONTENT} else ${subscriptions.acknowledgedContent} end`,
      acknowledgedRevision: newestSent,
      lastOutcome: sql`${placeholder("outcome")}`,
    })
    .where(isMine)
    .prepare();
  const removed = store.delete(subscriptions).where(isMine).prepare();
  const released = store.update(subscriptions).set(UNCLAIMED).where(isMine).prepare();
  return (settlements, claim, now) => {
    acknowledge(
      settlements.filter((settlement) => settlement.kind === "acknowledged"),
      claim,
    );
    for (const settlement of settlements) {
      if (settlement.kind === "failed") failed.run(failedValues(settlement, claim, now));
      if (settlement.kind === "removed") removed.run({ ...settlement, claim });
      if (settlement.kind === "released") released.run({ ...settlement, claim });
    }
  };
}

function failedValues({ mayHaveArrived, retryInMs, ...settlement }: Settled<"failed">, claim: string, now: number) {
  return { ...settlement, claim, nextAttemptAt: now + retryInMs, mayHaveArrived: Number(mayHaveArrived) };
}

/** During a fan-out nearly all subscribers acknowledge in the same words: one statement for all of them. */
function prepareAcknowledgements(store: SyncDatabase) {
  const acknowledged = store
    .update(subscriptions)
    .set({
      ...UNCLAIMED,
      failures: 0,
      nextAttemptAt: 0,
      acknowledgedContent: sql`${subscriptions.claimedContent}`,
      acknowledgedRevision: sql`${subscriptions.claimedRevision}`,
      lastOutcome: sql`${placeholder("outcome")}`,
    })
    .where(
      and(
        sql`${subscriptions.id} in (select value from json_each(${placeholder("ids")}))`,
        eq(subscriptions.claim, placeholder("claim")),
      ),
    )
    .prepare();
  return (settlements: readonly Settled<"acknowledged">[], claim: string) => {
    for (const [outcome, alike] of Map.groupBy(settlements, (settlement) => settlement.outcome)) {
      acknowledged.run({ ids: JSON.stringify(alike.map(({ id }) => id)), claim, outcome });
    }
  };
}
