/**
 * Deliveries as rows: claimed when owed, settled under the claim.
 *
 * @module
 */
import { and, eq, gt, isNotNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Ahead, DeliveryClaims, DeliverySettlement, DueDelivery, OwedInLane } from "../hub/mod.ts";
import type { Store } from "../store/store.ts";
import { claimWithinHosts, hasEnded, isClaimable, nextInstant, UNCLAIMED } from "./claiming.ts";
import { subscriptions } from "./subscription_tables.ts";

const { placeholder } = sql;

/** What a lease, a revision and a digest leave owed: the level that triggers every delivery. */
export function isOwed(): SQL | undefined {
  return and(
    eq(subscriptions.topic, placeholder("topic")),
    ne(subscriptions.acknowledgedDigest, placeholder("digest")),
    lte(subscriptions.acknowledgedRevision, placeholder("revision")),
    gt(subscriptions.leaseUntil, placeholder("now")),
  );
}

export interface DeliveryRows {
  claim(request: DeliveryClaims): DueDelivery[];
  /** Only what is still claimed under the name in `claims` is settled. */
  settle(settlements: readonly DeliverySettlement[], claims: DeliveryClaims): void;
  nextAt(owed: OwedInLane & Ahead): number | null;
}

/** Prepares the statements once; each function is to be called inside of a write, but `nextAt`. */
export function createDeliveryRows(store: Store): DeliveryRows {
  const lanes = { fresh: prepareLane(store, sql`failures = 0`), failing: prepareLane(store, sql`failures > 0`) };
  const claimRows = prepareClaim(store);
  const abandoned = prepareAbandoned(store);
  const settle = prepareSettlements(store);
  return {
    claim(request) {
      const { now, latestSensible, claim, claimedUntil, lane, topics } = request;
      const times = { now, latestSensible, claimedUntil };
      abandoned.run(times);
      return claimWithinHosts(
        request,
        (limit, fullHosts) => {
          const found = topics.flatMap((topic) => lanes[lane].candidates.all({ ...topic, ...times, fullHosts, limit }));
          return found.slice(0, limit);
        },
        (ids) => claimRows.all({ ids: JSON.stringify(ids), claim, claimedUntil, now }),
      );
    },
    settle,
    nextAt({ lane, topics, now, latestSensible }) {
      const instants = topics.map((topic) => lanes[lane].next.get({ ...topic, now, latestSensible })?.at ?? null);
      const known = instants.filter((at) => at !== null);
      return known.length === 0 ? null : Math.min(...known);
    },
  };
}

/** `ofLane` stands literally in the statements, as it stands in the index they are to use. */
function prepareLane(store: Store, ofLane: SQL) {
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

function prepareClaim(store: Store) {
  return store
    .update(subscriptions)
    .set({
      claim: sql`${placeholder("claim")}`,
      claimedUntil: sql`${placeholder("claimedUntil")}`,
      attemptedAt: sql`${placeholder("now")}`,
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

/** Stands for whatever a subscriber holds when nobody knows it; no document has this digest. */
const UNKNOWN_DIGEST = "";

/** A claim that ended unsettled, as by a crash, may have delivered: whatever the topic shows is owed then. */
function prepareAbandoned(store: Store) {
  return store
    .update(subscriptions)
    .set({ ...UNCLAIMED, acknowledgedDigest: UNKNOWN_DIGEST })
    .where(and(isNotNull(subscriptions.claim), hasEnded(subscriptions)))
    .prepare();
}

type Settled<Kind extends DeliverySettlement["kind"]> = DeliverySettlement & { readonly kind: Kind };

/** A claim that was taken over, or a subscription that ended meanwhile, leaves nothing to settle. */
function prepareSettlements(store: Store): DeliveryRows["settle"] {
  const acknowledge = prepareAcknowledgements(store);
  const isMine = and(eq(subscriptions.id, placeholder("id")), eq(subscriptions.claim, placeholder("claim")));
  const failed = store
    .update(subscriptions)
    .set({
      ...UNCLAIMED,
      failures: sql`${placeholder("failures")}`,
      nextAttemptAt: sql`${placeholder("nextAttemptAt")}`,
      lastOutcome: sql`${placeholder("outcome")}`,
    })
    .where(isMine)
    .prepare();
  const removed = store.delete(subscriptions).where(isMine).prepare();
  const released = store.update(subscriptions).set(UNCLAIMED).where(isMine).prepare();
  return (settlements, { claim }) => {
    acknowledge(
      settlements.filter((settlement) => settlement.kind === "acknowledged"),
      claim,
    );
    for (const settlement of settlements) {
      if (settlement.kind === "failed") failed.run({ ...settlement, claim });
      if (settlement.kind === "removed") removed.run({ ...settlement, claim });
      if (settlement.kind === "released") released.run({ ...settlement, claim });
    }
  };
}

/** During a fan-out nearly all subscribers acknowledge the same content in the same words: one statement for all of them. */
function prepareAcknowledgements(store: Store) {
  const acknowledged = store
    .update(subscriptions)
    .set({
      ...UNCLAIMED,
      failures: 0,
      nextAttemptAt: 0,
      acknowledgedDigest: sql`${placeholder("digest")}`,
      acknowledgedRevision: sql`${placeholder("revision")}`,
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
    const alike = Map.groupBy(settlements, ({ outcome, content }) =>
      JSON.stringify([outcome, content.digest, content.revision]),
    );
    for (const group of alike.values()) {
      const ids = JSON.stringify(group.map(({ id }) => id));
      for (const { outcome, content } of group.slice(0, 1)) acknowledged.run({ ...content, ids, claim, outcome });
    }
  };
}
