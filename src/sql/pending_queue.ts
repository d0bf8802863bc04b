/**
 * The queue of pending verifications: fair to sites and requesters, and never full for whoever has little in it.
 *
 * @module
 */
import { and, count, desc, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { PendingRequest } from "../hub/mod.ts";
import type { Sql } from "./dialect.ts";

const { placeholder } = sql;

/** The turn of denials: after everything that somebody waits for. */
export const LAST_TURN = 1_000_000_000;
/** Denials that may wait to be told; what is evicted beyond them is dropped in silence. */
const MOST_DENIALS = 500;
const DENIED_WHEN_BUSY = "the hub has too many requests waiting for verification";

type Asked = Pick<PendingRequest, "topic" | "callback" | "callbackSite" | "requester">;

/** The bounded, fair queue of requests waiting for verification. */
export interface PendingQueue {
  /**
   * The turn of a request, which is saved next, within a queue of at most `most`; null when there is no room for it. Where the
   * queue is full, whoever has the most in it gives one up to whoever has less.
   */
  takeTurn(asked: Asked, most: number, now: number): Promise<number | null>;
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
    async takeTurn(asked, most, now) {
      const turn = await ownWeight(asked, now);
      const isFull = (await countOf.waiting({})) >= most;
      return !isFull || (await evictHeaviest(turn, now)) ? turn : null;
    },
  };
}

/** Whether who has `own` in a full queue gets a place of who has `heaviest`: only if it then still has no more. */
export function mayDisplace(own: number, heaviest: number): boolean {
  return heaviest > own + 1;
}

type Counts = ReturnType<typeof prepareCounts>;

function prepareCounts({ db, tables, prepareRows }: Sql) {
  const { pendingVerifications: pending, subscriptions } = tables;
  const isWaiting = ne(pending.mode, "denied");
  const isKey = and(eq(subscriptions.topic, placeholder("topic")), eq(subscriptions.callback, placeholder("callback")));
  const isWell = and(eq(subscriptions.failures, 0), gt(subscriptions.leaseUntil, placeholder("now")));
  const all = { count: count() };
  const prepare = (where: SQL | undefined) => counting(prepareRows(db.select(all).from(pending).where(where)));
  return {
    waiting: prepare(isWaiting),
    denials: prepare(eq(pending.mode, "denied")),
    site: prepare(and(eq(pending.callbackSite, placeholder("name")), isWaiting)),
    requester: prepare(and(eq(pending.requester, placeholder("name")), isWaiting)),
    delivering: counting(prepareRows(db.select(all).from(subscriptions).where(and(isKey, isWell)))),
  };
}

function counting(query: (values: Record<string, unknown>) => Promise<readonly { readonly count: number }[]>) {
  return async (values: Record<string, unknown>) => (await query(values))[0]?.count ?? 0;
}

/** False when nobody has more than the one who asks for a place, or when all of it is being verified. */
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
