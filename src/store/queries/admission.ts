/**
 * Who is admitted when all is full: the queue of pending verifications, fair to sites and requesters, and the
 * subscriptions of a topic, where a new one replaces one that is worth less.
 */
import { and, count, desc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PendingRequest, SubscriptionCaps } from "../../hub/mod.ts";
import { prepareCount, type Sql } from "./dialect.ts";

const { placeholder } = sql;

/** The turn of denials: after everything that somebody waits for. */
export const LAST_TURN = 1_000_000_000;
/** Denials that may wait to be sent; what is evicted beyond them is dropped in silence. */
const MOST_DENIALS = 500;
const DENIED_WHEN_BUSY = "the hub has too many requests waiting for verification";

type Asked = Pick<PendingRequest, "topic" | "callback" | "callbackSite" | "requester">;

/** The bounded, fair queue of requests waiting for verification. */
interface PendingQueue {
  /**
   * The turn of a request in the queue, which is saved next, within a queue of at most `most`; null when it is not admitted. Where the
   * queue is full, whoever has the most in it gives one up to whoever has less.
   */
  admit(asked: Asked, most: number, now: number): Promise<number | null>;
}

/** Prepares the statements once: a flood asks a thousand times a second. */
export function createPendingQueue(connection: Sql): PendingQueue {
  const countOf = prepareCounts(connection);
  const evictHeaviest = prepareEviction(connection, countOf);

  /** How many of the same site, or of the same requester, wait already; none for a subscriber that takes its deliveries. */
  async function ownWeight({ topic, callback, callbackSite, requester }: Asked, now: number): Promise<number> {
    if ((await countOf.delivering({ topic, callback, now })) > 0) return 0;
    const ofSite = await countOf.site({ name: callbackSite });
    return Math.max(ofSite, requester === "" ? 0 : await countOf.requester({ name: requester }));
  }

  return {
    async admit(asked, most, now) {
      const turn = await ownWeight(asked, now);
      const isFull = (await countOf.waiting({})) >= most;
      return !isFull || (await evictHeaviest(turn, now)) ? turn : null;
    },
  };
}

/** Whether one with `own` in a full queue displaces a request of one with `heaviest`: only if it then still has no more. */
export function mayDisplace(own: number, heaviest: number): boolean {
  return heaviest > own + 1;
}

type Counts = ReturnType<typeof prepareCounts>;

function prepareCounts(connection: Sql) {
  const { pendingVerifications: pending, subscriptions } = connection.tables;
  const isWaiting = ne(pending.mode, "denied");
  const isKey = and(eq(subscriptions.topic, placeholder("topic")), eq(subscriptions.callback, placeholder("callback")));
  const isWell = and(eq(subscriptions.failures, 0), gt(subscriptions.leaseUntil, placeholder("now")));
  const prepare = (where: SQL | undefined) => prepareCount(connection, pending, where);
  return {
    waiting: prepare(isWaiting),
    denials: prepare(eq(pending.mode, "denied")),
    site: prepare(and(eq(pending.callbackSite, placeholder("name")), isWaiting)),
    requester: prepare(and(eq(pending.requester, placeholder("name")), isWaiting)),
    delivering: prepareCount(connection, subscriptions, and(isKey, isWell)),
  };
}

/** False when nobody has more than the one who asks, or when all of it is being verified. */
function prepareEviction({ db, tables, prepareRows, prepareChange }: Sql, countOf: Counts) {
  const { pendingVerifications: pending, subscriptions } = tables;
  const isWaiting = ne(pending.mode, "denied");
  const isVictim = eq(pending.id, placeholder("id"));
  // Requests of subscribers that take their deliveries are evicted last.
  const isOfSubscriber = sql`case when exists (select 1 from ${subscriptions}
    where ${subscriptions.topic} = ${pending.topic} and ${subscriptions.callback} = ${pending.callback}
    and ${subscriptions.failures} = 0 and ${subscriptions.leaseUntil} > ${placeholder("now")}) then 1 else 0 end`;
  const keys = [pending.callbackSite, pending.requester].map((column) => ({
    heaviest: prepareRows(
      db
        .select({ name: column, weight: count() })
        .from(pending)
        .where(and(ne(column, ""), isWaiting))
        .groupBy(column)
        .orderBy(desc(count()))
        .limit(1),
    ),
    victim: prepareRows(
      db
        .select({ id: pending.id })
        .from(pending)
        .where(and(eq(column, placeholder("name")), isWaiting, isNull(pending.claim)))
        .orderBy(isOfSubscriber, desc(pending.attempts), desc(pending.id))
        .limit(1),
    ),
  }));
  const denial = { mode: "denied", reason: DENIED_WHEN_BUSY, secret: null, turn: LAST_TURN } as const;
  const version = sql`${pending.version} + 1`;
  const deny = db.update(pending).set({ ...denial, version, attempts: 0, nextAttemptAt: 0 });
  const denied = prepareChange(deny.where(isVictim));
  const dropped = prepareChange(db.delete(pending).where(isVictim));

  return async function evictHeaviest(own: number, now: number): Promise<boolean> {
    let heaviest = { weight: 0, victims: async (): Promise<readonly { readonly id: number }[]> => [] };
    for (const key of keys) {
      const [row] = await key.heaviest({});
      if (row === undefined || row.weight <= heaviest.weight) continue;
      heaviest = { weight: row.weight, victims: () => key.victim({ name: row.name, now }) };
    }
    if (!mayDisplace(own, heaviest.weight)) return false;
    const [victim] = await heaviest.victims();
    if (victim === undefined) return false;
    const evict = (await countOf.denials({})) < MOST_DENIALS ? denied : dropped;
    await evict({ ...victim });
    return true;
  };
}

/** Whether a subscription fits within the caps. */
type Admission =
  | { readonly kind: "admitted" }
  /** The subscription of that id has to end first. */
  | { readonly kind: "displaces"; readonly id: number }
  | { readonly kind: "full" };

type Wanted = Pick<PendingRequest, "topic" | "callback" | "callbackSite">;

/** A running subscription can always be renewed; a new one is counted against the caps of its topic and its site. */
export type FindAdmission = (wanted: Wanted, caps: SubscriptionCaps, now: number) => Promise<Admission>;

/** Prepares the statements once. */
export function createFindAdmission(connection: Sql): FindAdmission {
  const { subscriptions } = connection.tables;
  const isRunning = gt(subscriptions.leaseUntil, placeholder("now"));
  const ofTopic = eq(subscriptions.topic, placeholder("topic"));
  const ofSite = eq(subscriptions.callbackSite, placeholder("callbackSite"));
  const running = (...conditions: SQL[]) => prepareCount(connection, subscriptions, and(...conditions, isRunning));
  const same = running(ofTopic, eq(subscriptions.callback, placeholder("callback")));
  const inTopic = running(ofTopic);
  const inSite = running(ofSite);
  const inTopicOfSite = running(ofTopic, ofSite);
  const worthLess = prepareWorthLess(connection);

  return async function findAdmission({ topic, callback, callbackSite }, { perTopic, perSite }, now) {
    const values = { topic, callback, callbackSite, now };
    if ((await same(values)) > 0) return { kind: "admitted" };
    if ((await inSite(values)) >= perSite) return { kind: "full" };
    if ((await inTopic(values)) < perTopic) return { kind: "admitted" };
    const [found] = await worthLess({ topic, now, own: await inTopicOfSite(values) });
    return found === undefined ? { kind: "full" } : { kind: "displaces", id: found.id };
  };
}

/**
 * The subscription of a topic that is worth less than a new one of a site that has `own` in it: of a site that has more,
 * failing before never delivered to before delivering; the newest of these.
 */
function prepareWorthLess({ db, tables, prepareRows }: Sql) {
  const { subscriptions } = tables;
  const isRunning = and(
    eq(subscriptions.topic, placeholder("topic")),
    gt(subscriptions.leaseUntil, placeholder("now")),
  );
  const weights = db
    .select({ site: subscriptions.callbackSite, weight: count().as("weight") })
    .from(subscriptions)
    .where(isRunning)
    .groupBy(subscriptions.callbackSite)
    .as("weights");
  const own = placeholder("own");
  const isFailing = gt(subscriptions.failures, 0);
  const isLess = or(sql`${weights.weight} > ${own} + 1`, and(isFailing, sql`${weights.weight} > ${own}`));
  return prepareRows(
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .innerJoin(weights, eq(weights.site, subscriptions.callbackSite))
      .where(and(isRunning, isLess))
      .orderBy(
        sql`case when ${isFailing} then 0 when ${subscriptions.lastOutcome} is null then 1 else 2 end`,
        desc(weights.weight),
        desc(subscriptions.id),
      )
      .limit(1),
  );
}
