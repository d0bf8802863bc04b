/**
 * Room for subscriptions: a full topic takes a new one in the place of one that is worth less.
 *
 * @module
 */
import { and, count, desc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { PendingRequest, SubscriptionCaps } from "../hub/mod.ts";
import { countRows } from "./claiming.ts";
import type { Sql } from "./dialect.ts";

export type Room =
  | { readonly kind: "room" }
  /** The subscription of that id has to end first. */
  | { readonly kind: "displaces"; readonly id: number }
  | { readonly kind: "full" };

type Wanted = Pick<PendingRequest, "topic" | "callback" | "callbackSite">;

/** A running subscription can always be renewed; a new one needs room for its topic and its site. */
export async function findRoom(
  connection: Sql,
  { topic, callback, callbackSite }: Wanted,
  { perTopic, perSite }: SubscriptionCaps,
  now: number,
): Promise<Room> {
  const { subscriptions } = connection.tables;
  const isRunning = gt(subscriptions.leaseUntil, now);
  const ofTopic = eq(subscriptions.topic, topic);
  const ofSite = eq(subscriptions.callbackSite, callbackSite);
  const running = (...conditions: SQL[]) => countRows(connection, subscriptions, and(...conditions, isRunning));
  if ((await running(ofTopic, eq(subscriptions.callback, callback))) > 0) return { kind: "room" };
  if ((await running(ofSite)) >= perSite) return { kind: "full" };
  if ((await running(ofTopic)) < perTopic) return { kind: "room" };
  const id = await findWorthLess(connection, topic, await running(ofTopic, ofSite), now);
  return id === null ? { kind: "full" } : { kind: "displaces", id };
}

/**
 * The subscription of a topic that is worth less than a new one of a site that has `own` in it: of a site that has more,
 * failing before never delivered to before delivering; the newest of these.
 */
async function findWorthLess({ db, tables }: Sql, topic: string, own: number, now: number): Promise<number | null> {
  const { subscriptions } = tables;
  const isRunning = and(eq(subscriptions.topic, topic), gt(subscriptions.leaseUntil, now));
  const weights = db
    .select({ site: subscriptions.callbackSite, weight: count().as("weight") })
    .from(subscriptions)
    .where(isRunning)
    .groupBy(subscriptions.callbackSite)
    .as("weights");
  const isFailing = gt(subscriptions.failures, 0);
  const [found] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .innerJoin(weights, eq(weights.site, subscriptions.callbackSite))
    .where(and(isRunning, or(gt(weights.weight, own + 1), and(isFailing, gt(weights.weight, own)))))
    .orderBy(
      sql`case when ${isFailing} then 0 when ${subscriptions.lastOutcome} is null then 1 else 2 end`,
      desc(weights.weight),
      desc(subscriptions.id),
    )
    .limit(1);
  return found?.id ?? null;
}
