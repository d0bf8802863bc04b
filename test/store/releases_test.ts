/**
 * Databases that releases have left, in both kinds of database: each opens with everything in it. They were written by the
 * releases' own commands: a made-up firm with reviews, replies, a removal and withheld reviews, and from 1.2.0 on jobs, an
 * invitation, a user and notices. Requests of subscribers and what a browser does were saved by the releases' stores.
 */
import { Database } from "bun:sqlite";
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { readConfig } from "../../src/config.ts";
import { exportBytes, publishAnalyzed } from "../../src/owner/export.ts";
import type { Store } from "../../src/store/mod.ts";
import { openPostgres } from "../../src/store/postgres/mod.ts";
import { openDatabaseFile } from "../../src/store/sqlite/database_file.ts";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { Workshop } from "../support/command_line.ts";
import { everything } from "../support/everything.ts";
import { startPglite } from "../support/pglite_server.ts";
import { limitMsFor } from "../support/test_limit.ts";

/** Rows of the tables that are not empty. */
const ROWS = {
  "1.1.0": {
    business: 1,
    changes: 5,
    edition: 1,
    outbox: 1,
    removals: 1,
    reviews: 9,
    revisions: 5,
    subscriptions: 1,
    withdrawals: 1,
  },
  "1.2.0-1.3.0": {
    business: 1,
    changes: 10,
    edition: 1,
    outbox: 2,
    removals: 1,
    reviews: 9,
    revisions: 7,
    subscriptions: 1,
    withdrawals: 1,
    consolePasskeys: 1,
    consolePeople: 1,
    consoleSessions: 1,
    contests: 1,
    jobsTokens: 1,
    invitations: 1,
    jobs: 4,
    logEntries: 15,
    policies: 1,
    reports: 1,
    unsubscribed: 1,
  },
} as const;
type Release = keyof typeof ROWS;
const RELEASES = Object.keys(ROWS) as Release[];

/** What readers see of the newest and the oldest published review, and how many are published. */
const SEEN = {
  "1.1.0": [7, "Unclogged our drain in ten minutes.", "Thank you, Jane. Come back any time."],
  "1.2.0-1.3.0": [5, "Did the job. Would have liked a written estimate first.", "Thank you, Jane. Come back any time."],
} as const;

const pglite = await startPglite();
afterEach(() => pglite.reset());
afterAll(() => pglite[Symbol.asyncDispose]());

const fixture = (name: string) => readFileSync(new URL(`../fixtures/releases/${name}`, import.meta.url));

/** Calls `use` with a store over what a release has left. */
const PLACES: Readonly<Record<string, (release: Release, use: (store: Store) => Promise<void>) => Promise<void>>> = {
  async SQLite(release, use) {
    using shop = new Workshop();
    shop.write("goodword.sqlite", gunzipSync(fixture(`${release}.sqlite.gz`)));
    await using store = openDatabase(shop.database);
    await use(store);
  },
  async PostgreSQL(release, use) {
    await pglite.run(fixture(`${release}.postgres.sql`).toString());
    await using store = await openPostgres(pglite.url, { answerWithinMs: limitMsFor(0), connections: 4 });
    await use(store);
  },
};

describe.each(Object.keys(PLACES))("a %s database", (place) => {
  test.each(RELEASES)("of %s opens with everything in it", async (release) => {
    await PLACES[place]?.(release, async (store) => {
      const { keys: _, ...tables } = await everything(store.contents);
      const sizes = Object.entries(tables).map(([table, rows]) => [table, rows.length] as const);
      expect(Object.fromEntries(sizes.filter(([, rows]) => rows > 0))).toEqual(ROWS[release]);
      const published = await publishAnalyzed(store, readConfig({}), null);
      const chunks = [...exportBytes(published, "json")] as BlobPart[];
      const { reviews } = JSON.parse(await new Blob(chunks).text());
      expect([reviews.length, reviews[0].text, reviews.at(-1).reply.text]).toEqual([...SEEN[release]]);
    });
  });
});

test.each(RELEASES)("what %s left is backed up, recovered and moved with every row", async (release) => {
  using shop = new Workshop();
  shop.write("goodword.sqlite", gunzipSync(fixture(`${release}.sqlite.gz`)));
  const left = shop.write("left.sqlite", gunzipSync(fixture(`${release}.sqlite.gz`)));
  const copy = shop.path("copy.sqlite");
  const moved = shop.path("moved.sqlite");
  const commands = [
    ["move", left, moved],
    ["backup", copy],
    ["recover", shop.write("older.sqlite", gunzipSync(fixture(`${release}.sqlite.gz`))), "--unsealed"],
  ];
  for (const command of commands) expect(await shop.run(...command)).toMatchObject({ code: 0 });
  for (const path of [moved, copy, shop.database]) {
    await using store = openDatabase(path);
    const { changes = [], ...tables } = await everything(store.contents);
    const sizes = ["reviews", "removals", "withdrawals", "subscriptions", "outbox"] as const;
    expect(sizes.map((table) => tables[table]?.length)).toEqual([9, 1, 1, 1, ROWS[release].outbox]);
    expect(changes.length).toBeGreaterThanOrEqual(ROWS[release].changes);
  }
});

test("addresses of subscribers' networks, which earlier releases kept, are erased from the file", async () => {
  using shop = new Workshop();
  const path = shop.write("goodword.sqlite", gunzipSync(fixture("1.2.0-1.3.0.sqlite.gz")));
  const bytes = () => readFileSync(path).toString("latin1");
  {
    using file = new Database(path);
    file.run("PRAGMA secure_delete = ON");
    file.run("UPDATE pending_verifications SET requester = '203.0.113.77'");
  }
  expect(bytes()).toContain("203.0.113.77");
  await openDatabase(path)[Symbol.asyncDispose]();
  expect(bytes()).not.toContain("203.0.113.77");
});

test("a new SQLite database begins with the schema of 1.1.0", () => {
  using shop = new Workshop();
  using left = new Database(shop.write("left.sqlite", gunzipSync(fixture("1.1.0.sqlite.gz"))));
  using begun = new Database(":memory:");
  const baseline = readFileSync(new URL("../../drizzle/0014_release_1_1_0.sql", import.meta.url), "utf8");
  for (const statement of baseline.split("--> statement-breakpoint")) begun.run(statement);
  expect(schemaOf(begun)).toEqual(schemaOf(left));
});

test("a new SQLite database ends with the schema that one of 1.1.0 is given", () => {
  using shop = new Workshop();
  const old = openDatabaseFile(shop.write("left.sqlite", gunzipSync(fixture("1.1.0.sqlite.gz"))));
  const made = openDatabaseFile(shop.path("made.sqlite"));
  for (const file of [old, made]) migrate(file);
  expect(schemaOf(made)).toEqual(schemaOf(old));
  for (const file of [old, made]) file.close();
});

test("a new PostgreSQL database begins with the schema of 1.1.0", async () => {
  await pglite.run(fixture("1.1.0.postgres.sql").toString());
  await pglite.run("drop table schema_version");
  const left = await pglite.run(POSTGRES_SCHEMA);
  await pglite.reset();
  const baseline = readFileSync(new URL("../../drizzle/postgres/0012_release_1_1_0.sql", import.meta.url), "utf8");
  for (const statement of baseline.split("--> statement-breakpoint")) await pglite.run(statement);
  expect(await pglite.run(POSTGRES_SCHEMA)).toEqual(left);
});

test("a PostgreSQL database from before 1.1.0 is refused, with what to do first", async () => {
  await pglite.run("create table schema_version (version bigint not null); insert into schema_version values (12)");
  const opening = openPostgres(pglite.url, { answerWithinMs: limitMsFor(0) });
  await expect(opening).rejects.toThrow("schema version 12 is from before release 1.1.0; upgrade to 1.1.0 first");
});

/** Tables with their columns, and the words of indexes and triggers. */
function schemaOf(file: Database): unknown[] {
  const parts = file.query<{ type: string; name: string; sql: string | null }, []>(
    "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
  );
  return parts.all().map(({ type, name, sql }) => {
    return [name, type === "table" ? file.query(`PRAGMA table_info('${name}')`).all() : sql];
  });
}

const POSTGRES_SCHEMA = `
  select table_name, column_name, data_type, collation_name, column_default, is_nullable, is_identity
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position;
  select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by conname;
  select indexdef from pg_indexes where schemaname = 'public' order by indexname;
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by tgname;
  select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace order by proname;
  select attrelid::regclass::text, attname, attstorage from pg_attribute where attnum > 0 and attrelid in
    (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') order by attrelid::regclass::text, attnum;
  select relname, relpersistence from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
