import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { ENGINE_VERSION } from "../../src/insights/mod.ts";
import { publishDatabase } from "../../src/server/publisher/publish_database.ts";
import type { PublishMessage } from "../../src/server/publisher/publish_worker_host.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";

const ORDER = {
  site: { baseUrl: "https://reviews.example" },
  isReadOnly: false,
  logKey: null,
  checksIntegrity: false,
  before: null,
  held: 0,
  othersHold: 0,
};

const ANALYZED_FIRST: PublishMessage["kind"][] = ["analyzing", "published", "indexed", "coded", "done"];

async function publish(databasePath: string): Promise<PublishMessage[]> {
  const messages: PublishMessage[] = [];
  await publishDatabase({ ...ORDER, databasePath }, (message) => messages.push(message));
  return messages;
}

/** A database whose one review an older engine has read. */
async function openOutdated(shop: Workshop): Promise<Database> {
  await shop.run("import", shop.write("a.json", reviewsFile({ id: "a" })));
  const database = new Database(shop.database);
  database.run("UPDATE reviews SET analysis_key = 'older'");
  database.run("DELETE FROM keys WHERE name = 'analyzed_under'");
  return database;
}

test("publishDatabase() keeps what it had to find anew", async () => {
  using shop = new Workshop();
  using database = await openOutdated(shop);
  expect((await publish(shop.database)).at(-1)).toEqual({ kind: "done", unkept: null, unstored: null });
  expect(database.query("SELECT count(*) AS left FROM reviews WHERE analysis_key = 'older'").get()).toEqual({
    left: 0,
  });
});

test("publishDatabase() first analyses and saves what has no analysis", async () => {
  using shop = new Workshop();
  await shop.run("import", shop.write("a.json", reviewsFile({ id: "a" }, { id: "b" })));
  using database = new Database(shop.database);
  const analyses = () => database.query("SELECT id, analysis, analysis_key FROM reviews ORDER BY id").all();
  const before = analyses();
  database.run("UPDATE reviews SET analysis = NULL, analysis_key = NULL");
  expect((await publish(shop.database)).map(({ kind }) => kind)).toEqual(ANALYZED_FIRST);
  expect(analyses()).toEqual(before);
});

test("publishDatabase() publishes while somebody else is writing, and says that what it found could not be kept", async () => {
  using shop = new Workshop();
  using database = await openOutdated(shop);
  database.run("BEGIN IMMEDIATE");
  const messages = await publish(shop.database);
  database.run("ROLLBACK");
  expect(messages.map(({ kind }) => kind)).toEqual(ANALYZED_FIRST);
  expect(messages.at(-1)).toMatchObject({ unkept: expect.stringContaining("another process is writing") });
});

/** What a release with another engine has found in the one review. */
function readBy(database: Database, engineOf: (major: number, minor: number) => string): string {
  const [major = 0, minor = 0] = ENGINE_VERSION.split(".").map(Number);
  const row = database.query<{ key: string }, []>("SELECT analysis_key AS key FROM reviews").get();
  const catalog = row?.key.split("/")[1] ?? "";
  const key = `${engineOf(major, minor)}/${catalog}`;
  database.run("UPDATE reviews SET analysis_key = ?", [key]);
  return key;
}

const keyOf = (database: Database) =>
  database.query<{ key: string }, []>("SELECT analysis_key AS key FROM reviews").get()?.key;

test.each([
  ["a newer engine found, and needs no engine for it", (major: number, minor: number) => `${major}.${minor + 1}.0`],
  ["an engine found whose words it cannot read", (major: number) => `${major + 1}.0.0`],
])(
  "publishDatabase() leaves what %s as it is: two releases would otherwise analyse everything without end",
  async (_, engineOf) => {
    using shop = new Workshop();
    await shop.run("import", shop.write("a.json", reviewsFile({ id: "a" })));
    using database = new Database(shop.database);
    const newer = readBy(database, engineOf);
    expect((await publish(shop.database)).at(-1)).toEqual({ kind: "done", unkept: null, unstored: null });
    expect(keyOf(database)).toBe(newer);
  },
);

test("publishDatabase() keeps what it found of a review that an older release saved since it last looked at all", async () => {
  using shop = new Workshop();
  await shop.run("import", shop.write("a.json", reviewsFile({ id: "a" })));
  using database = new Database(shop.database);
  const older = readBy(database, (major) => `${major - 1}.0.0`);
  await publish(shop.database);
  expect(keyOf(database)).not.toBe(older);
});
