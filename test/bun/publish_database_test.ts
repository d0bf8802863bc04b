import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { publishDatabase } from "../../src/bun/publisher/publish_database.ts";
import type { PublishMessage } from "../../src/bun/publisher/publish_messages.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";

const ORDER = { site: { baseUrl: "https://reviews.example" }, isReadOnly: false, checksIntegrity: false };

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
  expect((await publish(shop.database)).at(-1)).toEqual({ kind: "done", unkept: null });
  expect(database.query("SELECT count(*) AS left FROM reviews WHERE analysis_key = 'older'").get()).toEqual({
    left: 0,
  });
});

test("publishDatabase() publishes while somebody else is writing, and says that what it found could not be kept", async () => {
  using shop = new Workshop();
  using database = await openOutdated(shop);
  database.run("BEGIN IMMEDIATE");
  const messages = await publish(shop.database);
  database.run("ROLLBACK");
  expect(messages.map(({ kind }) => kind)).toEqual(["published", "indexed", "coded", "done"]);
  expect(messages.at(-1)).toMatchObject({ unkept: expect.stringContaining("another process is writing") });
});
