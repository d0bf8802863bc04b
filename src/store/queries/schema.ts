/** All that is kept, as tables of any dialect. Instants are epoch milliseconds. After a change run `bun run migrate`. */
import { type $Type, type NotNull, sql } from "drizzle-orm";
import type {
  SQLiteBooleanBuilderInitial,
  SQLiteIntegerBuilderInitial,
  SQLiteTextBuilderInitial,
  SQLiteTextJsonBuilderInitial,
} from "drizzle-orm/sqlite-core";
import {
  type Business,
  type FieldSpec,
  KEPT_FIELDS,
  type KeptField,
  REVIEW_FIELDS,
  type StoredReview,
} from "../../review/mod.ts";
import type { OwnSettings } from "../businesses.ts";
import { type ColumnFactory, consoleTables, invitationTables, transparencyLogTables } from "./invitation_tables.ts";

export type Tables = ReturnType<typeof defineTables>;

export function defineTables(factory: ColumnFactory) {
  const { table, text, integer, blob, index, uniqueIndex, check, primaryKey } = factory;

  /** One row: where the store stands. Every change raises `revision` in its own transaction. */
  const edition = table(
    "edition",
    {
      id: integer("id").primaryKey(),
      revision: integer("revision").notNull(),
      /** When the published content last changed; rises by at least a second with each change. */
      publishedAt: integer("published_at").notNull(),
    },
    (columns) => [check("edition_is_one_row", sql`${columns.id} = 1`)],
  );

  const business = table(
    "business",
    {
      id: integer("id").primaryKey(),
      profile: text("profile", { mode: "json" }).$type<Business>().notNull(),
      insightsOverrides: text("insights_overrides", { mode: "json" }).$type<Record<string, unknown>>(),
    },
    (columns) => [check("business_is_one_row", sql`${columns.id} = 1`)],
  );

  const photoFiles = table(
    "photo_files",
    {
      name: text("name").primaryKey(),
      photo: text("photo").notNull(),
      bytes: blob("bytes", { mode: "buffer" }).$type<Uint8Array>().notNull(),
    },
    (columns) => [index("photo_files_by_photo").on(columns.photo)],
  );

  const reviews = table(
    "reviews",
    {
      number: integer("number").primaryKey(),
      ...reviewColumnsOf(factory),
      /** The revision in which readers were last given another form of it, or had it taken from them. */
      changedIn: integer("changed_in").notNull().default(0),
      /** The revision in which it came to be published, for the last time; null if it never was. */
      publishedIn: integer("published_in"),
      logIndex: integer("log_index"),
      /** The salt of what that entry commits to, base64url; null unless the review is published. */
      logSalt: text("log_salt"),
      /** The instant of its first entry, and the number of entries about later changes. */
      logSince: integer("log_since"),
      logChanges: integer("log_changes").notNull().default(0),
    },
    (columns) => [
      uniqueIndex("reviews_by_id").on(columns.id),
      uniqueIndex("reviews_by_source_id").on(columns.source, columns.sourceId).where(sql`source_id is not null`),
      index("reviews_tallied").on(
        ...([columns.withheld, columns.rating, columns.source, columns.verificationMethod] as const),
        columns.provenance,
        columns.copyOf,
      ),
      index("reviews_published").on(sql`date desc`, columns.id).where(sql`withheld is null and copy_of is null`),
      index("reviews_changed").on(columns.changedIn).where(sql`withheld is null and copy_of is null`),
      index("reviews_withdrawn")
        .on(columns.changedIn)
        .where(sql`published_in is not null and (withheld is not null or copy_of is not null)`),
      index("reviews_by_date").on(columns.date),
      index("reviews_joined").on(columns.copyOf).where(sql`copy_of is not null`),
      check("rating_is_stars", sql`${columns.rating} between 1 and 5`),
    ],
  );

  /** Reviews that were taken down: what readers are shown of them, and what keeps a later import from bringing one back. */
  const removals = table(
    "removals",
    {
      id: text("id").primaryKey(),
      source: text("source").notNull(),
      sourceId: text("source_id"),
      reason: text("reason").notNull(),
      removedAt: integer("removed_at").notNull(),
      wasPublished: integer("was_published", { mode: "boolean" }).notNull(),
      /** Whether a later import must not bring it back; false when it only was missing from a file given with --replace. */
      suppressed: integer("suppressed", { mode: "boolean" }).notNull(),
      /** Hash of the content, which recognises the review without its id; null if the content is not distinctive enough. */
      contentHash: text("content_hash"),
      rating: integer("rating"),
    },
    (columns) => [
      index("removals_by_source_id").on(columns.source, columns.sourceId).where(sql`source_id is not null`),
    ],
  );

  /** What was done, by which command, at which revision. Triggers refuse to change or delete a row. */
  const changes = table("changes", {
    number: integer("number").primaryKey({ autoIncrement: true }),
    revision: integer("revision").notNull(),
    at: integer("at").notNull(),
    command: text("command").notNull(),
    reviewId: text("review_id"),
    detail: text("detail", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    by: text("by"),
  });

  /** The instant of each revision. Emptied together with the content, as when the sample is replaced. */
  const revisions = table("revisions", {
    revision: integer("revision").primaryKey(),
    at: integer("at").notNull(),
  });

  /** Ids of reviews that were published once and whose rows have been deleted since. */
  const withdrawals = table("withdrawals", {
    id: text("id").primaryKey(),
    revision: integer("revision").notNull(),
  });

  /** What imports overwrote or took out, so that they can be undone; removing a review deletes its own. */
  const beforeImages = table(
    "before_images",
    {
      revision: integer("revision").notNull(),
      reviewId: text("review_id").notNull(),
      before: text("before", { mode: "json" }).$type<StoredReview>().notNull(),
    },
    (columns) => [
      primaryKey({ columns: [columns.revision, columns.reviewId] }),
      index("before_images_by_review").on(columns.reviewId),
    ],
  );

  const keys = table("keys", {
    name: text("name").primaryKey(),
    value: text("value").notNull(),
  });

  return {
    edition,
    business,
    photoFiles,
    reviews,
    removals,
    changes,
    revisions,
    withdrawals,
    beforeImages,
    keys,
    ...subscriptionTables(factory),
    ...invitationTables(factory),
    ...consoleTables(factory),
    ...transparencyLogTables(factory),
    outbox: outboxTable(factory),
    businesses: businessesTable(factory),
  };
}

/** The list of businesses; no business's own store has this table. */
function businessesTable({ table, text, integer }: ColumnFactory) {
  return table("businesses", {
    id: text("id").primaryKey(),
    /** Belongs to the grants, backups and keys of a business: it never changes, and no other business ever has it. */
    identity: text("identity").notNull(),
    baseUrl: text("base_url").notNull(),
    address: text("address").notNull(),
    settings: text("settings", { mode: "json" }).$type<OwnSettings>().notNull(),
    version: integer("version").notNull(),
    heldUntil: integer("held_until").notNull().default(0),
  });
}

type ReviewColumns = { [Name in KeptField]: Column<StoredReview[Name]> };
type Column<Value> = null extends Value ? Builder<NonNullable<Value>> : NotNull<Builder<Value>>;
type Builder<Value> = [Value] extends [string]
  ? $Type<SQLiteTextBuilderInitial<"", [string, ...string[]], undefined>, Value>
  : [Value] extends [boolean]
    ? SQLiteBooleanBuilderInitial<"">
    : [Value] extends [number]
      ? SQLiteIntegerBuilderInitial<"">
      : $Type<SQLiteTextJsonBuilderInitial<"">, Value>;

export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function reviewColumnsOf(factory: ColumnFactory): ReviewColumns {
  const columns = KEPT_FIELDS.map((name) => {
    const { isNullable = false }: FieldSpec = REVIEW_FIELDS[name];
    const builder = builderOf(name, factory);
    return [name, isNullable ? builder : builder.notNull()];
  });
  return Object.fromEntries(columns);
}

function builderOf(field: KeptField, { text, integer }: ColumnFactory) {
  const name = columnName(field);
  const { kind, isNullable }: FieldSpec = REVIEW_FIELDS[field];
  switch (kind) {
    case "stars":
    case "instant":
      return integer(name);
    case "flag":
      return integer(name, { mode: "boolean" });
    case "mentions":
    case "aspect_ratings":
      return text(name, { mode: "json" });
    case "also_at":
      return isNullable ? text(name, { mode: "json" }) : text(name, { mode: "json" }).default(sql`'[]'`);
    default:
      return field === "provenance" ? text(name).default("unknown") : text(name);
  }
}

export const JOINABLE_FIELDS = [
  "id",
  "source",
  "sourceId",
  "sourceUrl",
  "date",
  "rating",
  "text",
  "replyText",
  "authorName",
  "isAnonymous",
  "verificationMethod",
  "verificationStrength",
  "marks",
  "withheld",
  "copyOf",
  "goneAtSource",
  "alsoAt",
  "givenAlsoAt",
] satisfies readonly (keyof StoredReview)[];

export type OutboxKind = "notice" | "mail" | "verification" | "delivery";

/** Everything that must reach the outside. Rows that have ended stay for as long as they say that nothing more is to be sent. */
function outboxTable(factory: ColumnFactory) {
  const { table, text, integer, index, uniqueIndex } = factory;
  return table(
    "outbox",
    {
      id: integer("id").primaryKey({ autoIncrement: true }),
      kind: text("kind").$type<OutboxKind>().notNull(),
      /** What it is about: there is one row for each kind and key. */
      key: text("key").notNull(),
      /** What must not be overrun, such as the site of a callback. */
      destination: text("destination").notNull(),
      payload: text("payload", { mode: "json" }).$type<unknown>().notNull(),
      /** Greater when something newer is to be sent: the newest wins while an attempt with an older one runs. */
      owed: integer("owed").notNull(),
      owedAt: integer("owed_at").notNull(),
      dueAt: integer("due_at").notNull().default(0),
      attempts: integer("attempts").notNull().default(0),
      /** When the last attempt was begun; 0 before the first. */
      attemptedAt: integer("attempted_at").notNull().default(0),
      claim: text("claim"),
      claimedUntil: integer("claimed_until").notNull().default(0),
      /** Whether the claim was found expired: its holder has a moment to renew it before it is void. */
      claimDoubted: integer("claim_doubted", { mode: "boolean" }).notNull().default(false),
      sentAt: integer("sent_at"),
      endedAt: integer("ended_at"),
      outcome: text("outcome"),
    },
    (columns) => [
      uniqueIndex("outbox_by_key").on(columns.kind, columns.key),
      index("outbox_in_turn").on(columns.kind, columns.endedAt, columns.attemptedAt),
      index("outbox_claimed").on(columns.kind, columns.claim).where(sql`claim is not null`),
    ],
  );
}

/** Stands for whatever a subscriber holds when nobody knows it: whatever its topic shows is owed then. */
export const UNKNOWN_CONTENT = -1;

function subscriptionTables(factory: ColumnFactory) {
  const { table, text, integer, index, uniqueIndex } = factory;
  /** Active subscriptions: verified, and delivered to until the lease ends. */
  const subscriptions = table(
    "subscriptions",
    {
      id: integer("id").primaryKey({ autoIncrement: true }),
      /** URL of the topic and of the callback, exactly as the subscriber gave them; together they are the key. */
      topic: text("topic").notNull(),
      callback: text("callback").notNull(),
      /** The site of the callback, by which limits count; in rows from before 1.1, its host. */
      callbackSite: text("callback_site").notNull(),
      /** Signs deliveries. Plain, since a signature needs it; never shown. */
      secret: text("secret"),
      leaseUntil: integer("lease_until").notNull(),
      createdAt: integer("created_at").notNull(),
      /** What the subscriber holds, as a number made of the digest; unknown while a delivery is under way. */
      acknowledgedContent: integer("acknowledged_content").notNull().default(UNKNOWN_CONTENT),
      /** The newest revision that may have reached the subscriber: a server that lags behind it owes nothing. */
      acknowledgedRevision: integer("acknowledged_revision").notNull(),
      failures: integer("failures").notNull().default(0),
      attemptedAt: integer("attempted_at").notNull().default(0),
      lastOutcome: text("last_outcome"),
    },
    (columns) => [
      uniqueIndex("subscriptions_by_key").on(columns.topic, columns.callback),
      // Skips subscribers that already hold the content, without reading their rows.
      index("subscriptions_by_content").on(columns.topic, columns.acknowledgedContent, columns.acknowledgedRevision),
      index("subscriptions_by_site").on(columns.callbackSite),
      index("subscriptions_by_lease").on(columns.leaseUntil),
    ],
  );

  return { subscriptions };
}
