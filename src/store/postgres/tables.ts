/** The tables as PostgreSQL's. After a change in `queries/` run `bun run migrate`, which writes the next file of drizzle/postgres/. */

import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey as primaryKeyOf,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import journal from "../../../drizzle/postgres/meta/_journal.json";
import { GoodwordError } from "../../errors.ts";
import type { Sql } from "../queries/dialect.ts";
import type { ColumnFactory } from "../queries/invitation_tables.ts";
import { readMigrations } from "../queries/read_migrations.ts" with { type: "macro" };
import { defineTables } from "../queries/schema.ts";

/** Ordered by code points, as SQLite orders: feeds and cursors depend on the order of ids. */
const SORTED_TEXT = 'text collate "C"';

const plainText = customType<{ data: string }>({ dataType: () => SORTED_TEXT });

/** JSON as text: it is returned byte for byte, and never queried. */
const jsonText = customType<{ data: unknown; driverData: string }>({
  dataType: () => SORTED_TEXT,
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text),
});

interface Mode {
  readonly mode?: string;
}

function wholeNumber(name: string) {
  const column = bigint(name, { mode: "number" });
  const key = column.primaryKey.bind(column);
  return Object.assign(column, { primaryKey: () => key().generatedByDefaultAsIdentity() });
}

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** PostgreSQL's builders under the names and in the modes of SQLite's, and typed as those, whose declarations the shared tables and queries are checked against. */
const columnFactory = {
  table: pgTable,
  text: (name: string, { mode }: Mode = {}): PgColumnBuilderBase =>
    mode === "json" ? jsonText(name) : plainText(name),
  integer: (name: string, { mode }: Mode = {}): PgColumnBuilderBase =>
    mode === "boolean" ? boolean(name) : wholeNumber(name),
  blob: (name: string): PgColumnBuilderBase => bytes(name),
  index,
  uniqueIndex,
  check,
  primaryKey: primaryKeyOf,
} as unknown as ColumnFactory;

export const tables = defineTables(columnFactory);

// One by one, as drizzle-kit looks for them.
export const { edition, business, reviews, removals, changes, revisions, withdrawals, beforeImages, keys } = tables;
export const { photoFiles, subscriptions } = tables;
export const { jobs, invitations, unsubscribed, jobsTokens, idempotency, contests, reports, policies } = tables;
export const { consolePeople, consolePasskeys, consoleSessions, consoleClaims, consoleChallenges, consoleTries } =
  tables;
export const { logEntries, logHashes, outbox } = tables;

// Tables that only PostgreSQL has. The migration makes those of publications UNLOGGED: they are in no log, and empty after a crash.

const { table, text, integer, blob, primaryKey } = columnFactory;

export const artefacts = table(
  "artefacts",
  {
    generation: text("generation").notNull(),
    revision: integer("revision").notNull(),
    publishedAt: integer("published_at").notNull(),
    pieces: integer("pieces").notNull(),
    digest: text("digest").notNull(),
  },
  (row) => [primaryKey({ columns: [row.generation, row.revision] })],
);

/** A few megabytes each: a whole publication would be too large for one message of the protocol. */
export const artefactPieces = table(
  "artefact_pieces",
  {
    generation: text("generation").notNull(),
    revision: integer("revision").notNull(),
    number: integer("number").notNull(),
    bytes: blob("bytes").notNull(),
  },
  (row) => [primaryKey({ columns: [row.generation, row.revision, row.number] })],
);

/** The servers, their leases and the activation, as one value that is replaced as a whole. */
export const fleet = table("fleet", {
  id: integer("id").primaryKey(),
  version: integer("version").notNull(),
  state: text("state").notNull(),
});

const migrations: readonly string[] = readMigrations("drizzle/postgres");

/** Gives the schema of a transaction the newest tables, under a lock; repeating it changes nothing. @throws {GoodwordError} `database` */
export async function migrateWithin({ rows }: Pick<Sql, "rows">): Promise<void> {
  await rows(sql`create table if not exists schema_version (version bigint not null)`);
  const [row] = await rows<{ version: number | null }>(sql`select max(version)::int as version from schema_version`);
  const version = row?.version ?? 0;
  if (version > SCHEMA_VERSION) {
    const known = `this version supports up to ${SCHEMA_VERSION}; use a newer Goodword`;
    throw new GoodwordError("database", `PostgreSQL: the database has schema version ${version}, ${known}`);
  }
  if (version > 0 && version < OLDEST_SCHEMA_VERSION) {
    const wayOut = "upgrade to 1.1.0 first";
    throw new GoodwordError(
      "database",
      `PostgreSQL: schema version ${version} is from before release 1.1.0; ${wayOut}`,
    );
  }
  for (const migration of migrations.slice(version === 0 ? 0 : version - OLDEST_SCHEMA_VERSION + 1)) {
    for (const statement of migration.split("--> statement-breakpoint")) await rows(sql.raw(statement));
  }
  if (version === SCHEMA_VERSION) return;
  await rows(sql`delete from schema_version`);
  await rows(sql`insert into schema_version values (${SCHEMA_VERSION})`);
}

/** Each migration makes the version after its number; the first that of release 1.1.0, the oldest that is brought up to date. */
const VERSIONS = journal.entries.map(({ idx }) => idx + 1);
const OLDEST_SCHEMA_VERSION = Math.min(...VERSIONS);
const SCHEMA_VERSION = Math.max(...VERSIONS);
