/**
 * Tables of the WebSub hub. Instants are epoch milliseconds.
 *
 * Work is claimed in the row itself: `claim` names the server that does it and `claimed_until` ends the claim, so that
 * what a dead server held is done by the next one. All instants are the store's, read in the transaction that writes them.
 *
 * What is owed is decided by the content number of a topic ({@link topicContents}), never by its bytes: two releases may
 * write the same content in different bytes.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { ColumnFactory } from "./column_factory.ts";

/** Stands for whatever a subscriber holds when nobody knows it: whatever its topic shows is owed then. */
export const UNKNOWN_CONTENT = -1;

/** Defines the hub's tables in a dialect. */
export function subscriptionTables({ table, text, integer, index, primaryKey, uniqueIndex }: ColumnFactory) {
  const claimColumns = () => ({
    claim: text("claim"),
    claimedUntil: integer("claimed_until").notNull().default(0),
    /** Whether the claim was found expired: its holder has had, or has, a little time to renew it before it is void. */
    claimDoubted: integer("claim_doubted", { mode: "boolean" }).notNull().default(false),
  });

  /** Active subscriptions: verified, and delivered to until the lease ends. */
  const subscriptions = table(
    "subscriptions",
    {
      id: integer("id").primaryKey({ autoIncrement: true }),
      /** URL of the topic and of the callback, exactly as the subscriber gave them; together they are the key. */
      topic: text("topic").notNull(),
      callback: text("callback").notNull(),
      /** Whose callback it is, as limits count it; of rows from before 1.1 the host. */
      callbackSite: text("callback_site").notNull(),
      /** Signs deliveries. Plain, since a signature needs it; never shown. */
      secret: text("secret"),
      leaseUntil: integer("lease_until").notNull(),
      createdAt: integer("created_at").notNull(),
      /** Content number of what the subscriber holds: a delivery is owed while the topic shows another one. */
      acknowledgedContent: integer("acknowledged_content").notNull().default(UNKNOWN_CONTENT),
      /** The newest revision that may have reached the subscriber: a server that lags behind it owes nothing. */
      acknowledgedRevision: integer("acknowledged_revision").notNull(),
      /** What is being sent under the claim. */
      claimedContent: integer("claimed_content").notNull().default(0),
      claimedRevision: integer("claimed_revision").notNull().default(0),
      /** Failed deliveries in a row. */
      failures: integer("failures").notNull().default(0),
      /** When a delivery was last begun; the least recent goes first. */
      attemptedAt: integer("attempted_at").notNull().default(0),
      /** No delivery before this instant; 0 unless the last one failed. */
      nextAttemptAt: integer("next_attempt_at").notNull().default(0),
      ...claimColumns(),
      /** What came of the last delivery, such as "204" or "time-out", for the operator. */
      lastOutcome: text("last_outcome"),
    },
    (columns) => [
      uniqueIndex("subscriptions_by_key").on(columns.topic, columns.callback),
      // Each lane of deliveries reads its own index in order; the content in it spares a look at rows that owe nothing.
      index("subscriptions_fresh")
        .on(columns.topic, columns.attemptedAt, columns.acknowledgedContent)
        .where(sql`failures = 0`),
      index("subscriptions_failing")
        .on(columns.topic, columns.attemptedAt, columns.acknowledgedContent)
        .where(sql`failures > 0`),
      index("subscriptions_claimed").on(columns.claim).where(sql`claim is not null`),
      index("subscriptions_by_site").on(columns.callbackSite),
      index("subscriptions_by_lease").on(columns.leaseUntil),
    ],
  );

  /** Requests that were accepted and wait for the verification of intent, and denials that are still to be told. */
  const pendingVerifications = table(
    "pending_verifications",
    {
      id: integer("id").primaryKey({ autoIncrement: true }),
      topic: text("topic").notNull(),
      callback: text("callback").notNull(),
      callbackSite: text("callback_site").notNull(),
      /** Who asked, as limits count it; empty when nobody in particular. */
      requester: text("requester").notNull().default(""),
      /** How many of the same site or requester waited already: the least goes first. */
      turn: integer("turn").notNull().default(0),
      mode: text("mode").$type<"subscribe" | "unsubscribe" | "denied">().notNull(),
      secret: text("secret"),
      leaseSeconds: integer("lease_seconds").notNull(),
      /** hub.verify_token of PubSubHubbub 0.3, echoed for readers that still check it. */
      verifyToken: text("verify_token"),
      /** hub.reason of a denial. */
      reason: text("reason"),
      requestedAt: integer("requested_at").notNull(),
      /** Rises when a newer request replaces this one, so that the answer to the older is ignored. */
      version: integer("version").notNull().default(1),
      attempts: integer("attempts").notNull().default(0),
      nextAttemptAt: integer("next_attempt_at").notNull().default(0),
      ...claimColumns(),
    },
    (columns) => [
      uniqueIndex("pending_verifications_by_key").on(columns.topic, columns.callback),
      index("pending_verifications_by_turn").on(columns.turn, columns.nextAttemptAt),
      index("pending_verifications_by_site").on(columns.callbackSite),
      index("pending_verifications_by_requester").on(columns.requester),
      index("pending_verifications_claimed").on(columns.claim).where(sql`claim is not null`),
    ],
  );

  /**
   * What releases have shown of a topic, for the latest revisions. The content number of a topic at a revision is the greatest
   * `content` of that revision: the earliest revision whose content was the same.
   */
  const topicContents = table(
    "topic_contents",
    {
      topic: text("topic").notNull(),
      revision: integer("revision").notNull(),
      generation: text("generation").notNull(),
      digest: text("digest").notNull(),
      content: integer("content").notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.topic, columns.revision, columns.generation, columns.digest] })],
  );

  return { subscriptions, pendingVerifications, topicContents };
}
