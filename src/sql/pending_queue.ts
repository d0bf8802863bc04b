/**
 * The queue of pending verifications: fair to sites and requesters, and never full for whoever has little in it.
 *
 * @module
 */
import { and, count, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PendingRequest } from "../hub/mod.ts";
import { countRows } from "./claiming.ts";
import type { Sql } from "./dialect.ts";

/** The turn of denials: after everything that somebody waits for. */
export const LAST_TURN = 1_000_000_000;
/** Denials that may wait to be told; what is evicted beyond them is dropped in silence. */
const MOST_DENIALS = 500;
const DENIED_WHEN_BUSY = "the hub has more requests than it can verify";

type Asked = Pick<PendingRequest, "topic" | "callback" | "callbackSite" | "requester">;

/**
 * The turn of a request, which is saved next, within a queue of at most `most`; null when there is no room for it. Where the
 * queue is full, whoever has the most in it gives one up to whoever has less.
 */
export async function takeTurn(connection: Sql, asked: Asked, most: number, now: number): Promise<number | null> {
  const turn = (await isDelivering(connection, asked, now)) ? 0 : await ownWeight(connection, asked);
  const isFull = (await countRows(connection, pendingOf(connection), isWaiting(connection))) >= most;
  return !isFull || (await evictHeaviest(connection, turn, now)) ? turn : null;
}

/** Whether who has `own` in a full queue gets a place of who has `heaviest`: only if it then still has no more. */
export function mayDisplace(own: number, heaviest: number): boolean {
  return heaviest > own + 1;
}

const pendingOf = ({ tables }: Sql) => tables.pendingVerifications;

function isWaiting(connection: Sql): SQL {
  return ne(pendingOf(connection).mode, "denied");
}

/** A running subscription that takes its deliveries is worth more than any that is still to be verified. */
async function isDelivering(connection: Sql, { topic, callback }: Asked, now: number): Promise<boolean> {
  const { subscriptions } = connection.tables;
  const isKey = and(eq(subscriptions.topic, topic), eq(subscriptions.callback, callback));
  const isWell = and(eq(subscriptions.failures, 0), gt(subscriptions.leaseUntil, now));
  return (await countRows(connection, subscriptions, and(isKey, isWell))) > 0;
}

/** How many of the same site, or of the same requester, wait already. */
async function ownWeight(connection: Sql, { callbackSite, requester }: Asked): Promise<number> {
  const pending = pendingOf(connection);
  const weigh = (condition: SQL) => countRows(connection, pending, and(condition, isWaiting(connection)));
  const ofSite = await weigh(eq(pending.callbackSite, callbackSite));
  const ofRequester = requester === "" ? 0 : await weigh(eq(pending.requester, requester));
  return Math.max(ofSite, ofRequester);
}

/** False when nobody has more than the one who asks for a place, or when all of it is being verified. */
async function evictHeaviest(connection: Sql, own: number, now: number): Promise<boolean> {
  const heaviest = await findHeaviest(connection);
  if (heaviest === null || !mayDisplace(own, heaviest.weight)) return false;
  const { db } = connection;
  const pending = pendingOf(connection);
  const [victim] = await db
    .select({ id: pending.id })
    .from(pending)
    .where(and(heaviest.isOne, isWaiting(connection), isNull(pending.claim)))
    .orderBy(isOfSubscriber(connection, now), desc(pending.attempts), desc(pending.id))
    .limit(1);
  if (victim === undefined) return false;
  const isVictim = eq(pending.id, victim.id);
  if ((await countRows(connection, pending, eq(pending.mode, "denied"))) >= MOST_DENIALS) {
    await db.delete(pending).where(isVictim);
  } else {
    const denial = { mode: "denied", reason: DENIED_WHEN_BUSY, secret: null, turn: LAST_TURN } as const;
    await db
      .update(pending)
      .set({ ...denial, version: sql`${pending.version} + 1`, attempts: 0, nextAttemptAt: 0 })
      .where(isVictim);
  }
  return true;
}

/** Whether a request comes from a subscriber that takes its deliveries; those that do not are evicted first. */
function isOfSubscriber({ tables }: Sql, now: number): SQL {
  const { pendingVerifications: pending, subscriptions } = tables;
  return sql`case when exists (select 1 from ${subscriptions} where ${subscriptions.topic} = ${pending.topic}
    and ${subscriptions.callback} = ${pending.callback} and ${subscriptions.failures} = 0
    and ${subscriptions.leaseUntil} > ${now}) then 1 else 0 end`;
}

interface Heaviest {
  readonly weight: number;
  readonly isOne: SQL;
}

/** The site or the requester with the most in the queue. */
async function findHeaviest(connection: Sql): Promise<Heaviest | null> {
  const { db } = connection;
  const pending = pendingOf(connection);
  const found: Heaviest[] = [];
  for (const column of [pending.callbackSite, pending.requester]) {
    const [row] = await db
      .select({ name: column, weight: count() })
      .from(pending)
      .where(and(ne(column, ""), isWaiting(connection)))
      .groupBy(column)
      .orderBy(desc(count()))
      .limit(1);
    if (row !== undefined) found.push({ weight: row.weight, isOne: eq(column, row.name) });
  }
  return found.sort((a, b) => b.weight - a.weight)[0] ?? null;
}
