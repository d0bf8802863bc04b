/** How a server begins, and what one that cannot begin leaves behind. */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";
import { spawnGoodword, startService } from "../support/goodword_process.ts";
import { BASE_URL, startServer } from "../support/server.ts";

// Whole processes, some with a sample to read first.
setDefaultTimeout(30_000);

test("a server that finds its port taken exits with 4 and brings no sample into the database", async () => {
  await using running = await startServer({ environment: { GOODWORD_SEED: "none" } });
  const environment = { HOST: "127.0.0.1", PORT: String(running.port), DATABASE_URL: running.databasePath };
  const second = await spawnGoodword(["serve"], { environment }).ended;
  expect(second.code).toBe(4);
  expect(second.err).toContain(`Port ${running.port} on 127.0.0.1 is taken`);
  const stats = await running.command("stats", "--json");
  expect(JSON.parse(stats.out)).toMatchObject({ revision: 0 });
}, 30_000);

test("a server that is asked to stop as soon as it listens ends with 0, with its sample brought in", async () => {
  using shop = new Workshop();
  const service = await startService({ environment: { ...quiet(shop.database), GOODWORD_SEED: "sample" } });
  service.signal("SIGTERM");
  expect((await service.ended).code).toBe(0);
  expect((await shop.run("stats", "--json")).json).toMatchObject({ revision: 1 });
}, 30_000);

test("with PORT=0 and no BASE_URL links lead to the port that was taken", async () => {
  using shop = new Workshop();
  await using service = await startService({ environment: quiet(shop.database) });
  const feed = await fetch(`${service.url}/api/feed.json`);
  expect(feed.headers.get("Link")).toContain(`<http://localhost:${service.port}/api/feed.json>; rel="self"`);
  expect(await feed.json()).toMatchObject({ feed_url: `http://localhost:${service.port}/api/feed.json` });
  await service.kill("SIGTERM");
}, 30_000);

test("the feeds of a server that only just listens are those of its first publication, to the byte", async () => {
  await using running = await startServer();
  const feeds = async (url: string) => {
    const answers = await Promise.all(["/feed.xml", "/api/feed.json"].map((path) => fetch(url + path)));
    return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
  };
  const published = await feeds(`http://127.0.0.1:${running.port}`);
  await using second = await startService({ environment: { ...quiet(running.databasePath), BASE_URL } });
  expect(await feeds(second.url)).toEqual(published);
}, 30_000);

test("a server brings an older database up to date before it answers", async () => {
  using shop = new Workshop();
  const oldest = new URL("../../drizzle/0000_init.sql", import.meta.url);
  const before = new Database(shop.database);
  for (const statement of (await Bun.file(oldest).text()).split("--> statement-breakpoint")) before.run(statement);
  before.run("INSERT INTO edition (id, revision, published_at) VALUES (1, 7, 1000)");
  before.run(`PRAGMA application_id = ${0x476f6f64}`);
  before.run("PRAGMA user_version = 1");
  before.close();
  await using service = await startService({ environment: quiet(shop.database) });
  expect((await fetch(`${service.url}/feed.xml`)).status).toBe(200);
  expect((await shop.run("stats", "--json")).json).toMatchObject({ revision: 7 });
}, 30_000);

/** The environment of a server on any port, without the sample. */
function quiet(database: string): Record<string, string> {
  return { HOST: "127.0.0.1", PORT: "0", DATABASE_URL: `file:${database}`, GOODWORD_SEED: "none", LOG_FORMAT: "json" };
}
