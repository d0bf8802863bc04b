/** A server whose database is taken away goes on with its last publication, and opens what comes in its place. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { renameSync, rmSync } from "node:fs";
import { reviewsFile, Workshop } from "../support/command_line.ts";
import { type Service, spawnGoodword, startService } from "../support/goodword_process.ts";
import { eventually } from "../support/wait.ts";

const environmentOf = ({ database }: Workshop) => ({
  HOST: "127.0.0.1",
  PORT: "0",
  DATABASE_URL: `file:${database}`,
  CONSOLE_PORT: "off",
  LOG_FORMAT: "json",
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

async function idsAt({ url }: Service): Promise<string[]> {
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as { reviews: { id: string }[] };
  return reviews.map(({ id }) => id).sort();
}

/** Asks until the reviews are these: the test's limit ends what never comes. */
async function untilServed(service: Service, ids: readonly string[]): Promise<void> {
  while (!Bun.deepEquals(await idsAt(service), ids));
}

/** What /readyz answers with 503; null while the server is ready. */
async function troubleOf({ url }: Service): Promise<string | null> {
  const answer = await fetch(`${url}/readyz`);
  return answer.status === 200 ? null : JSON.stringify(await answer.json());
}

async function untilReady(service: Service): Promise<void> {
  await eventually("readiness", async () => (await troubleOf(service)) === null);
}

test("a deleted database is not made again: the last publication is served until a backup is in its place", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1", "a2");
  await shop.run("backup", shop.path("backup.sqlite"));
  await shop.run("withhold", "a2", "--reason", "abuse");
  await untilServed(service, ["a1"]);
  rmSync(shop.database);
  await service.logged("The database cannot be opened again yet");
  expect(await troubleOf(service)).toContain("the database file is missing");
  const answers = ["/api/reviews/search?query=text", "/", "/insights.json", "/reviews/a1"].map(async (path) => {
    const answer = await fetch(service.url + path);
    return [path, answer.status];
  });
  for (const [path, status] of await Promise.all(answers)) expect([path, status]).toEqual([path, 200]);
  expect(await idsAt(service)).toEqual(["a1"]);
  const body = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.topic": `${service.url}/feed.xml`,
    "hub.callback": "https://reader.test/",
  });
  expect((await fetch(`${service.url}/api/websub/hub`, { method: "POST", body })).status).toBeGreaterThanOrEqual(400);
  expect(shop.has("goodword.sqlite")).toBe(false);
  const { code, err } = await spawnGoodword(["serve"], { environment: environmentOf(shop) }).ended;
  expect([code, err]).toEqual([3, expect.stringContaining("was removed while in use; restore a backup")]);
  renameSync(shop.path("backup.sqlite"), shop.database);
  await untilServed(service, ["a1", "a2"]);
  await untilReady(service);
  shop.write("more.json", reviewsFile({ id: "a3" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["a1", "a2", "a3"]);
  expect((await shop.run("doctor")).out).toContain("sound");
});

test("a database in the place of the open one is served whole, and so are later changes of it", async () => {
  using shop = new Workshop();
  using other = new Workshop();
  await using service = await serving(shop, "a1");
  other.write("others.json", reviewsFile({ id: "b1" }, { id: "b2" }));
  await other.run("import", "others.json");
  await other.run("backup", shop.path("other.sqlite"));
  renameSync(shop.path("other.sqlite"), shop.database);
  await untilServed(service, ["b1", "b2"]);
  shop.write("more.json", reviewsFile({ id: "b3" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["b1", "b2", "b3"]);
  await untilReady(service);
  expect((await shop.run("doctor")).out).toContain("sound");
  await service.kill("SIGTERM");
  expect(await service.ended).toMatchObject({ code: 0 });
});

test("a database whose log was deleted is opened again", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1");
  rmSync(`${shop.database}-wal`);
  await service.logged("The database is open again");
  await untilReady(service);
  expect(await idsAt(service)).toEqual(["a1"]);
  expect((await shop.run("doctor")).out).toContain("sound");
});

test("another program's file in place of the database stays unchanged, and the last publication is served", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1");
  shop.write("accounts.sqlite", "These are the accounts of 2026, please do not overwrite them.");
  renameSync(shop.path("accounts.sqlite"), shop.database);
  await service.logged("The database cannot be opened again yet");
  expect(await troubleOf(service)).toContain("the database file was replaced by another");
  expect(await idsAt(service)).toEqual(["a1"]);
  await service.kill("SIGTERM");
  expect(await service.ended).toMatchObject({ code: 0 });
  expect(shop.read("goodword.sqlite")).toStartWith("These are the accounts");
});

test("a database whose revision goes back is served, with a line in the log", async () => {
  using shop = new Workshop();
  await using service = await serving(shop, "a1");
  shop.write("more.json", reviewsFile({ id: "a2" }));
  await shop.run("import", "more.json");
  await untilServed(service, ["a1", "a2"]);
  const database = new Database(shop.database);
  database.run("PRAGMA busy_timeout = 10000");
  database.run("DELETE FROM reviews WHERE id = 'a2'");
  database.run("UPDATE edition SET revision = 1");
  database.close();
  await untilServed(service, ["a1"]);
  await service.logged('"message":"The database went back to an older revision"');
});
