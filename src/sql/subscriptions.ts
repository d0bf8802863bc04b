/**
 * The hub's {@link SubscriptionStore} over the database.
 *
 * @module
 */
import { and, count, eq, gt, lte, sql } from "drizzle-orm";
import type { HubCounts, SubscriptionStore, TopicState, VerificationResult } from "../hub/mod.ts";
import { countRows } from "./claiming.ts";
import { createDeliveryRows, isOwed } from "./deliveries.ts";
import type { Sql } from "./dialect.ts";
import { createVerificationRows } from "./pending_verifications.ts";
import { createTopicContents, type TopicContents } from "./topic_contents.ts";

const { placeholder } = sql;

/**
 * How the rows are reached. Within a turn nobody else uses the connection, or the transaction is one's own. `now` is by the
 * store's clock and read once the work may begin: a claim compared with an earlier time would seem to lie in the future.
 */
export interface Turns {
  read<T>(work: (rows: HubRows, now: number) => Promise<T>): Promise<T>;
  /** In a transaction; `work` may be run again, but takes effect once. A `repeatable` write does not wait for the disk. */
  write<T>(work: (rows: HubRows, now: number) => Promise<T>, durability?: "durable" | "repeatable"): Promise<T>;
}

/** The hub's rows over a connection, or over a transaction in it. */
export type HubRows = ReturnType<typeof createHubRows>;

/** Prepares the statements once. */
export function createHubRows(connection: Sql) {
  const contents = createTopicContents(connection);
  return {
    verifications: createVerificationRows(connection, contents),
    deliveries: createDeliveryRows(connection, contents),
    upkeep: createUpkeep(connection),
    count: (topics: readonly TopicState[], now: number) => countAll(connection, contents, topics, now),
  };
}

/** A store for one hub. */
export function createSubscriptionStore({ read, write }: Turns): SubscriptionStore {
  return {
    savePending: (request, caps) => write(({ verifications }, now) => verifications.save(request, caps, now)),
    turnVerifications: (settled, claims) =>
      write(
        async ({ verifications }, now) => {
          const results: VerificationResult[] = [];
          for (const each of settled) results.push(await verifications.settle(each, claims.claim, now));
          return { results, ...(await verifications.claim(claims, now)) };
        },
        settled.length === 0 ? "repeatable" : "durable",
      ),
    turnDeliveries: (settlements, claims) =>
      write(async ({ deliveries }, now) => {
        await deliveries.settle(settlements, claims.claim, now);
        return deliveries.claim(claims, now);
      }, "repeatable"),
    renewClaims: (claim, claimMs) => write(({ upkeep }, now) => upkeep.renew(claim, now + claimMs), "repeatable"),
    releaseClaims: (claim) => write(({ upkeep }) => upkeep.release(claim), "repeatable"),
    deleteExpired: () => write(({ upkeep }, now) => upkeep.deleteExpired(now), "repeatable"),
    count: (topics) => read((rows, now) => rows.count(topics, now)),
  };
}

interface Upkeep {
  renew(claim: string, claimedUntil: number): Promise<void>;
  /** Makes claims void: nobody is going to renew them. */
  release(claim: string): Promise<void>;
  deleteExpired(now: number): Promise<number>;
}

function createUpkeep({ db, tables, prepareRows, prepareChange }: Sql): Upkeep {
  const { pendingVerifications, subscriptions } = tables;
  const claimedTables = [subscriptions, pendingVerifications];
  const isMine = (table: (typeof claimedTables)[number]) => eq(table.claim, placeholder("claim"));
  const renewed = { claimedUntil: sql`${placeholder("claimedUntil")}`, claimDoubted: false };
  const renewals = claimedTables.map((table) => prepareChange(db.update(table).set(renewed).where(isMine(table))));
  const released = { claimedUntil: 0, claimDoubted: true };
  const releases = claimedTables.map((table) => prepareChange(db.update(table).set(released).where(isMine(table))));
  const hasExpired = lte(subscriptions.leaseUntil, placeholder("now"));
  const expired = prepareRows(db.delete(subscriptions).where(hasExpired).returning({ id: subscriptions.id }));
  return {
    async renew(claim, claimedUntil) {
      for (const renewal of renewals) await renewal({ claim, claimedUntil });
    },
    async release(claim) {
      for (const release of releases) await release({ claim });
    },
    deleteExpired: async (now) => (await expired({ now })).length,
  };
}

async function countAll(
  connection: Sql,
  contents: TopicContents,
  topics: readonly TopicState[],
  now: number,
): Promise<HubCounts> {
  const { db, tables, prepareRows } = connection;
  const { pendingVerifications, subscriptions } = tables;
  const isRunning = gt(subscriptions.leaseUntil, now);
  const owed = prepareRows(db.select({ count: count() }).from(subscriptions).where(isOwed(tables)));
  const running = new Map<string, number>();
  let allOwed = 0;
  for (const state of topics) {
    const { topic } = state;
    running.set(topic, await countRows(connection, subscriptions, and(eq(subscriptions.topic, topic), isRunning)));
    const [row] = await owed({ ...state, content: await contents.peek(state), now });
    allOwed += row?.count ?? 0;
  }
  return {
    subscriptions: running,
    pendingVerifications: await countRows(connection, pendingVerifications),
    owed: allOwed,
  };
}
