/** The hub's {@link SubscriptionStore} over the database. */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { HubCounts, SubscriptionStore, TopicState, VerificationResult } from "../../hub/mod.ts";
import { prepareRelease, prepareRenewal } from "./claims.ts";
import { createDeliveryRows, createTopicContents, isOwed, type TopicContents } from "./deliveries.ts";
import { countRows, prepareCount, type Sql } from "./dialect.ts";
import { createVerificationRows } from "./pending_verifications.ts";

const { placeholder } = sql;

/**
 * How the rows are reached. Meanwhile nobody else uses the connection, or the transaction is one's own. `now` is by the
 * store's clock and read once the work may begin: a claim compared with an earlier time would seem to lie in the future.
 */
interface HubTransactions {
  read<T>(work: (rows: HubRows, now: number) => Promise<T>): Promise<T>;
  /** In a transaction; `work` may be run again, but takes effect once. A `repeatable` write does not wait for the disk. */
  write<T>(work: (rows: HubRows, now: number) => Promise<T>, durability?: "durable" | "repeatable"): Promise<T>;
}

/** The hub's rows over a connection, or over a transaction in it. */
type HubRows = ReturnType<typeof createHubRows>;

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
export function createSubscriptionStore({ read, write }: HubTransactions): SubscriptionStore {
  return {
    savePending: (request, caps) => write(({ verifications }, now) => verifications.save(request, caps, now)),
    settleAndClaimVerifications: (settled, claims) =>
      write(
        async ({ verifications }, now) => {
          const results: VerificationResult[] = [];
          for (const each of settled) results.push(await verifications.settle(each, claims.claim, now));
          return { results, ...(await verifications.claim(claims, now)) };
        },
        settled.length === 0 ? "repeatable" : "durable",
      ),
    settleAndClaimDeliveries: (settlements, claims) =>
      write(async ({ deliveries }, now) => {
        await deliveries.settle(settlements, claims.claim, now);
        return deliveries.claim(claims, now);
      }, "repeatable"),
    renewVerifications: (renewal) => write(({ upkeep }, now) => upkeep.renewVerifications(renewal, now), "repeatable"),
    renewDeliveries: (renewal) => write(({ upkeep }, now) => upkeep.renewDeliveries(renewal, now), "repeatable"),
    releaseClaims: (claim) => write(({ upkeep }) => upkeep.release(claim), "repeatable"),
    deleteExpired: () => write(({ upkeep }, now) => upkeep.deleteExpired(now), "repeatable"),
    count: (topics) => read((rows, now) => rows.count(topics, now)),
  };
}

function createUpkeep(connection: Sql) {
  const { db, tables, prepareRows } = connection;
  const { pendingVerifications, subscriptions } = tables;
  const hasExpired = lte(subscriptions.leaseUntil, placeholder("now"));
  const expired = prepareRows(db.delete(subscriptions).where(hasExpired).returning({ id: subscriptions.id }));
  return {
    renewVerifications: prepareRenewal(connection, pendingVerifications),
    renewDeliveries: prepareRenewal(connection, subscriptions),
    release: prepareRelease(connection, [subscriptions, pendingVerifications]),
    deleteExpired: async (now: number) => (await expired({ now })).length,
  };
}

async function countAll(
  connection: Sql,
  contents: TopicContents,
  topics: readonly TopicState[],
  now: number,
): Promise<HubCounts> {
  const { tables } = connection;
  const { pendingVerifications, subscriptions } = tables;
  const isRunning = gt(subscriptions.leaseUntil, now);
  const owed = prepareCount(connection, subscriptions, isOwed(tables));
  const running = new Map<string, number>();
  let allOwed = 0;
  for (const state of topics) {
    const { topic } = state;
    running.set(topic, await countRows(connection, subscriptions, and(eq(subscriptions.topic, topic), isRunning)));
    allOwed += await owed({ ...state, content: await contents.peek(state), now });
  }
  return {
    subscriptions: running,
    pendingVerifications: await countRows(connection, pendingVerifications),
    owed: allOwed,
  };
}
