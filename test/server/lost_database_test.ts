/** A running server ends when its database file is taken away from it. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";

const environmentOf = ({ database }: Workshop) => ({
  ...{ HOST: "127.0.0.1", PORT: "0", DATABASE_URL: `file:${database}`, CONSOLE_PORT: "off", LOG_FORMAT: "json" },
});

async function served(shop: Workshop): Promise<Service> {
  const service = await startService({ environment: environmentOf(shop) });
  await service.logged("Published");
  return service;
}

async function serving(shop: Workshop, ...ids: string[]): Promise<Service> {
  shop.write("reviews.json", reviewsFile(...ids.map((id) => ({ id }))));
  await shop.run("import", "reviews.json");
  return served(shop);
}

/** The exit code and the last line. */
async function endOf(service: Pick<Service, "ended">): Promise<readonly [number | null, string | undefined]> {
  const { code, err } = await service.ended;
  return [code, err.trimEnd().split("\n").at(-1)];
}

async function idsAt({ url }: Service): Promise<string[]> {
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as { reviews: { id: string }[] };
  return reviews.map(({ id }) => id).sort();
}

/** Asks until the reviews are these: the test's limit ends what never comes. */
async function untilServed(service: Service, ids: readonly string[]): Promise<void> {
  while (!Bun.deepEquals(await idsAt(service), ids));
}

test("a deleted database ends the server; none is made in its place, and a backup is served", async () => {
  using shop = new Workshop();
  const service = await serving(shop, "a1", "a2");
  await shop.run("backup", shop.path("backup.sqlite"));
  rmSync(shop.database);
  expect(await endOf(service)).toEqual([3, `goodword: ${shop.database}: the database file is missing`]);
  const again = spawnGoodword(["serve"], { environment: environmentOf(shop) });
  expect(await endOf(again)).toEqual([3, expect.stringContaining("was removed while in use; restore a backup")]);
  renameSync(shop.path("backup.sqlite"), shop.database);
  await using restored = await served(shop);
  expect(await idsAt(restored)).toEqual(["a1", "a2"]);
});

test("a database in the place of the open one ends the server, and is served whole after a restart", async () => {
  using shop = new Workshop();
  using other = new Workshop();
  const service = await serving(shop, "a1");
  other.write("others.json", reviewsFile({ id: "b1" }, { id: "b2" }));
  await other.run("import", "others.json");
  await other.run("backup", shop.path("other.sqlite"));
  renameSync(shop.path("other.sqlite"), shop.database);
  expect(await endOf(service)).toEqual([3, `goodword: ${shop.database}: the database file was replaced by another`]);
  await using restarted = await served(shop);
  expect(await idsAt(restarted)).toEqual(["b1", "b2"]);
  expect((await shop.run("doctor")).out).toContain("sound");
});

test("a database whose log was deleted ends the server, and is served after a restart", async () => {
  using shop = new Workshop();
  const service = await serving(shop, "a1");
  rmSync(`${shop.database}-wal`);
  const message = "the write-ahead log of the database was deleted";
  expect(await endOf(service)).toEqual([3, `goodword: ${shop.database}: ${message}`]);
  await using restarted = await served(shop);
  expect(await idsAt(restarted)).toEqual(["a1"]);
  expect((await shop.run("doctor")).out).toContain("sound");
});

test("another program's file in the place of the database ends the server, and stays as it is", async () => {
  using shop = new Workshop();
  const service = await serving(shop, "a1");
  shop.write("accounts.sqlite", "These are the accounts of 2026, please do not overwrite them.");
  renameSync(shop.path("accounts.sqlite"), shop.database);
  expect(await endOf(service)).toEqual([3, `goodword: ${shop.database}: the database file was replaced by another`]);
  expect(shop.read("goodword.sqlite")).toStartWith("These are the accounts");
});

test("a database whose revision goes back is served as it is, and the log says so", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1");
  shop.write("more.json", reviewsFile({ id: "a2" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["a1", "a2"]);
  const database = new Database(shop.database);
  database.run("DELETE FROM reviews WHERE id = 'a2'");
  database.run("UPDATE edition SET revision = 1");
  database.close();
  await untilServed(service, ["a1"]);
  await service.logged('"message":"The database went back to an older revision"');
});
