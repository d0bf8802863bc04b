/**
 * Deliveries as rows, claimed when owed and settled under the claim; and the content numbers of topics by which they
 * are owed.
 */
import { and, eq, gt, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { DeliveryClaims, DeliverySettlement, DueDelivery, TopicState } from "../../hub/mod.ts";
import type { ClaimedBatch } from "../../work/mod.ts";
import { CLAIMED, isStillClaimed, prepareClaims, UNCLAIMED } from "./claims.ts";
import type { Sql, Values } from "./dialect.ts";
import { readState } from "./editions.ts";
import { type Tables, UNKNOWN_CONTENT } from "./schema.ts";

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
interface DeliveryRows {
  claim(request: DeliveryClaims, now: number): Promise<ClaimedBatch<DueDelivery>>;
  /** Only what is still claimed under that name is settled. */
  settle(settlements: readonly DeliverySettlement[], claim: string, now: number): Promise<void>;
}

/** Prepares the statements once; each function is to be called inside of a write. */
export function createDeliveryRows(connection: Sql, contents: TopicContents): DeliveryRows {
  const { subscriptions } = connection.tables;
  const claimRows = prepareClaim(connection);
  const ofLane = (lane: SQL) =>
    prepareClaims(connection, {
      table: subscriptions,
      destination: subscriptions.callbackSite,
      where: and(isOwed(connection.tables), lane),
      orderBy: [subscriptions.attemptedAt],
      claimRows,
      // What was sent under a claim that ended unsettled may have arrived.
      whenVoid: { acknowledgedContent: UNKNOWN_CONTENT, acknowledgedRevision: newestSent(connection) },
    });
  // Literally as the indexes have it that are to be used.
  const lanes = { fresh: ofLane(sql`failures = 0`), failing: ofLane(sql`failures > 0`) };
  return {
    async claim(request, now) {
      const topics: Values[] = [];
      for (const topic of request.topics) topics.push({ ...topic, content: await contents.numberOf(topic) });
      const revision = request.topics[0]?.revision ?? 0;
      const { claimed, nextInMs } = await lanes[request.lane](request, now, topics);
      const due = claimed.map(({ leaseUntil, ...row }) => ({ ...row, revision, leaseLeftMs: leaseUntil - now }));
      return { claimed: due, nextInMs };
    },
    settle: prepareSettlements(connection),
  };
}

function prepareClaim({ db, tables: { subscriptions, topicContents }, dialect, prepareRows }: Sql) {
  const { id, topic, callback, callbackSite, secret, leaseUntil, failures } = subscriptions;
  const contentOfClaim = sql`(select max(${topicContents.content}) from ${topicContents}
    where ${topicContents.topic} = ${topic} and ${topicContents.revision} = ${placeholder("revision")})`;
  return prepareRows(
    db
      .update(subscriptions)
      .set({
        ...CLAIMED,
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

type Settled<Kind extends DeliverySettlement["kind"]> = DeliverySettlement & { readonly kind: Kind };

/** A claim that was taken over, or a subscription that ended meanwhile, leaves nothing to settle. */
function prepareSettlements(connection: Sql): DeliveryRows["settle"] {
  const { db, tables, prepareChange, prepareRows, run } = connection;
  const { changes, subscriptions } = tables;
  const acknowledge = prepareAcknowledgements(connection);
  const isMine = isStillClaimed(subscriptions);
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
  const removed = prepareRows(db.delete(subscriptions).where(isMine).returning({ id: subscriptions.id }));
  const released = prepareChange(db.update(subscriptions).set(UNCLAIMED).where(isMine));
  return async (settlements, claim, now) => {
    const acknowledged = settlements.filter((settlement) => settlement.kind === "acknowledged");
    await acknowledge(acknowledged, claim);
    for (const settlement of settlements) {
      if (settlement.kind === "failed") await failed(failedValues(settlement, claim, now));
      if (settlement.kind === "removed") {
        const { id, reason } = settlement;
        if ((await removed({ id, claim })).length === 0) continue;
        const { revision } = await readState(run);
        // The owner is told, and finds it in the log.
        await db
          .insert(changes)
          .values({ revision, at: now, command: "hub removed", detail: { subscription: id, reason } });
      }
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

/** A content that is taken back after more changes than this counts as new. */
const REMEMBERED_REVISIONS = 100;

/** Numbers the successive contents of each topic, so that a subscription can record which one it acknowledged. */
export interface TopicContents {
  /** The content number of what a topic shows. To be called inside of a write: what is shown first is remembered. */
  numberOf(state: TopicState): Promise<number>;
  /** The same without remembering anything. */
  peek(state: TopicState): Promise<number>;
}

/** Prepares the statements once. */
export function createTopicContents(connection: Sql): TopicContents {
  const { db, tables, prepareRows, prepareChange } = connection;
  const { topicContents: contents } = tables;
  const isTopic = eq(contents.topic, placeholder("topic"));
  const isThis = sql`${contents.generation} = ${placeholder("generation")} and ${contents.digest} = ${placeholder("digest")}`;
  const known = prepareRows(
    db
      .select({
        content: sql<number | null>`max(${contents.content})`.mapWith(Number),
        isShown: sql<number | null>`max(case when ${isThis} then 1 else 0 end)`.mapWith(Number),
      })
      .from(contents)
      .where(and(isTopic, eq(contents.revision, placeholder("revision")))),
  );
  const shown = prepareRows(db.select().from(contents).where(isTopic));
  const outdated = prepareChange(db.delete(contents).where(and(isTopic, lt(contents.revision, placeholder("oldest")))));

  async function peek(state: TopicState): Promise<number> {
    return judgeContent(state, await shown({ topic: state.topic }));
  }

  return {
    peek,
    async numberOf(state) {
      const [row] = await known({ ...state });
      if (row?.isShown && row.content !== null) return row.content;
      const content = await peek(state);
      // Where writes do not exclude each other, a server of the same release may have said so just now.
      await db
        .insert(contents)
        .values({ ...state, content })
        .onConflictDoNothing();
      await outdated({ topic: state.topic, oldest: state.revision - REMEMBERED_REVISIONS });
      return Math.max(content, row?.content ?? 0);
    },
  };
}

/** What one release has shown of a topic at one revision, and what it took it for. */
export interface ShownContent {
  readonly revision: number;
  readonly generation: string;
  readonly digest: string;
  /** The earliest revision whose content was the same, as far as that release could tell. */
  readonly content: number;
}

/**
 * The content number of what a release shows: the earliest revision with the same content. `shown` is what releases have
 * shown of the topic before, in any order.
 *
 * All servers at one revision use one number, whatever their releases write, so none of them undoes what another has
 * delivered. A change that any release can tell from its own bytes counts for all.
 */
export function judgeContent(state: TopicState, shown: readonly ShownContent[]): number {
  const contentAt = contentByRevision(shown);
  const contentOf = ({ revision }: ShownContent) => contentAt.get(revision) ?? revision;
  const known = contentAt.get(state.revision);
  if (known === undefined) {
    // Equal bytes are equal content, whoever wrote them. Whether other bytes are, nobody can tell yet.
    const [latest] = shown.filter(({ digest }) => digest === state.digest).sort((a, b) => b.revision - a.revision);
    return latest === undefined ? state.revision : contentOf(latest);
  }
  const own = shown.filter(
    (each) => each.generation === state.generation && each.revision !== state.revision && contentOf(each) === known,
  );
  const sawChange = own.length > 0 && own.every(({ digest }) => digest !== state.digest);
  return sawChange ? state.revision : known;
}

/** A change that one release sees counts for all: the greatest number of a revision holds. */
function contentByRevision(shown: readonly ShownContent[]): ReadonlyMap<number, number> {
  const contents = new Map<number, number>();
  for (const { revision, content } of shown) contents.set(revision, Math.max(content, contents.get(revision) ?? 0));
  return contents;
}
