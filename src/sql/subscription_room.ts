/**
 * Room for subscriptions: a full topic takes a new one in the place of one that is worth less.
 *
 * @module
 */
import { and, count, desc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { PendingRequest, SubscriptionCaps } from "../hub/mod.ts";
import type { Sql } from "./dialect.ts";

const { placeholder } = sql;

/** Whether a subscription fits within the caps. */
export type Room =
  | { readonly kind: "room" }
  /** The subscription of that id has to end first. */
  | { readonly kind: "displaces"; readonly id: number }
  | { readonly kind: "full" };

type Wanted = Pick<PendingRequest, "topic" | "callback" | "callbackSite">;

/** A running subscription can always be renewed; a new one needs room for its topic and its site. */
export type FindRoom = (wanted: Wanted, caps: SubscriptionCaps, now: number) => Promise<Room>;

/** Prepares the statements once. */
export function createFindRoom(connection: Sql): FindRoom {
  const { db, tables, prepareRows } = connection;
  const { subscriptions } = tables;
  const isRunning = gt(subscriptions.leaseUntil, placeholder("now"));
  const ofTopic = eq(subscriptions.topic, placeholder("topic"));
  const ofSite = eq(subscriptions.callbackSite, placeholder("callbackSite"));
  const running = (...conditions: SQL[]) => {
    const query = db.select({ count: count() }).from(subscriptions);
    const rows = prepareRows(query.where(and(...conditions, isRunning)));
    return async (values: Wanted & { now: number }) => (await rows({ ...values }))[0]?.count ?? 0;
  };
  const same = running(ofTopic, eq(subscriptions.callback, placeholder("callback")));
  const inTopic = running(ofTopic);
  const inSite = running(ofSite);
  const inTopicOfSite = running(ofTopic, ofSite);
  const worthLess = prepareWorthLess(connection);

  return async function findRoom({ topic, callback, callbackSite }, { perTopic, perSite }, now) {
    const values = { topic, callback, callbackSite, now };
    if ((await same(values)) > 0) return { kind: "room" };
    if ((await inSite(values)) >= perSite) return { kind: "full" };
    if ((await inTopic(values)) < perTopic) return { kind: "room" };
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
