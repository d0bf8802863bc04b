/**
 * All that is kept, as tables of any dialect. Instants are epoch milliseconds; JSON columns hold shapes of `review/`.
 *
 * After a change here run `bun run migrate`, which writes the next file of drizzle/.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { Business, StoredReview } from "../review/mod.ts";
import type { ColumnFactory } from "./column_factory.ts";
import { reviewColumnsOf } from "./review_columns.ts";
import { subscriptionTables } from "./subscription_tables.ts";

/** The schema, in whichever dialect it was defined. */
export type Tables = ReturnType<typeof defineTables>;

/** The tables in a dialect, by the names that queries use. */
export function defineTables(factory: ColumnFactory) {
  const { table, text, integer, index, uniqueIndex, check, primaryKey } = factory;

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

  /** One row: the business with its catalog, private technicians included, and the owner's words on the insights. */
  const business = table(
    "business",
    {
      id: integer("id").primaryKey(),
      profile: text("profile", { mode: "json" }).$type<Business>().notNull(),
      insightsOverrides: text("insights_overrides", { mode: "json" }).$type<Record<string, unknown>>(),
    },
    (columns) => [check("business_is_one_row", sql`${columns.id} = 1`)],
  );

  /** Every review that was imported and not removed, published or withheld. */
  const reviews = table(
    "reviews",
    {
      number: integer("number").primaryKey(),
      ...reviewColumnsOf(factory),
      /** The revision in which readers were last given another form of it, or had it taken from them. */
      changedIn: integer("changed_in").notNull().default(0),
      /** The revision in which it came to be published, for the last time; null if it never was. */
      publishedIn: integer("published_in"),
    },
    (columns) => [
      uniqueIndex("reviews_by_id").on(columns.id),
      uniqueIndex("reviews_by_source_id").on(columns.source, columns.sourceId).where(sql`source_id is not null`),
      index("reviews_tallied").on(
        ...([columns.withheld, columns.rating, columns.source, columns.verificationMethod, columns.copyOf] as const),
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

  /**
   * Reviews that were taken down: the tombstone readers are shown, and the suppression that keeps a later import from
   * bringing the review back. The content is gone.
   */
  const removals = table(
    "removals",
    {
      id: text("id").primaryKey(),
      source: text("source").notNull(),
      sourceId: text("source_id"),
      reason: text("reason").notNull(),
      removedAt: integer("removed_at").notNull(),
      /** Whether readers ever saw the review. */
      wasPublished: integer("was_published", { mode: "boolean" }).notNull(),
      /** Whether a later import must not bring it back; false when it only was missing from a file given with --replace. */
      suppressed: integer("suppressed", { mode: "boolean" }).notNull(),
      /** Hash of what it said, by which it is known again without its id; null when it said too little. */
      contentHash: text("content_hash"),
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
  });

  /** When each revision was made. Where the content began anew, as when the sample is replaced, so does this. */
  const revisions = table("revisions", {
    revision: integer("revision").primaryKey(),
    at: integer("at").notNull(),
  });

  /** Reviews that were published once and of which no row is left that could say so: only their ids. */
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

  /** Keys this installation made for itself, such as the one that signs MCP session ids. */
  const keys = table("keys", {
    name: text("name").primaryKey(),
    value: text("value").notNull(),
  });

  return {
    edition,
    business,
    reviews,
    removals,
    changes,
    revisions,
    withdrawals,
    beforeImages,
    keys,
    ...subscriptionTables(factory),
  };
}
