import { Database } from "bun:sqlite";
/** How a server begins and ends, and what one that cannot begin leaves behind. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { shopWith, Workshop } from "../support/command_line.ts";
import { spawnGoodword, startService } from "../support/goodword_process.ts";
import { startServer } from "../support/server.ts";
import { eventually } from "../support/wait.ts";

test("a server that finds its port taken exits with 4 and brings no sample into the database", async () => {
  await using running = await startServer({ environment: { GOODWORD_SEED: "none" } });
  const environment = { HOST: "127.0.0.1", PORT: String(running.port), DATABASE_URL: running.databasePath };
  const second = await spawnGoodword(["serve"], { environment }).ended;
  expect(second.code).toBe(4);
  expect(second.err).toBe(
    `goodword: Port ${running.port} on 127.0.0.1 is in use by another program; stop it or set PORT\n`,
  );
  const stats = await running.command("stats", "--json");
  expect(JSON.parse(stats.out)).toMatchObject({ revision: 0 });
});

/** What a starting server logs, in order, and by what it is ended. */
const MOMENTS = [
  ["Listening", "SIGTERM"],
  ["The database is empty", "SIGINT"],
  ["Published", "SIGTERM"],
] as const;

test.each(MOMENTS)(
  "a server that has just logged %p ends with 0 by %s while clients wait, and logs only that it stops",
  async (moment, signal) => {
    using shop = new Workshop();
    const service = await startService({ environment: { ...quiet(shop.database), GOODWORD_SEED: "sample" } });
    const answers = ["/", "/reviews.json", "/api/reviews/search", "/readyz"].map((path) =>
      statusOf(service.url + path),
    );
    await service.logged(moment);
    service.signal(signal);
    const { code, err } = await service.ended;
    expect(code).toBe(0);
    expect(err.split("\n").filter((line) => line.includes(signal))).toEqual([expect.stringContaining('"Stopping"')]);
    expect(err).not.toMatch(/\n\s+at |rror/);
    // Not accepted any more, answered, or asked to come again.
    for (const status of await Promise.all(answers)) expect([null, 200, 503]).toContain(status);
    const { revision } = (await shop.run("stats", "--json")).json;
    expect([0, 1]).toContain(revision);
  },
);

test("a server that finds its database damaged ends with 3 and one line, and answers 503 to who waits", async () => {
  using shop = await shopWith(...Array.from({ length: 300 }, (_, at) => ({ id: `a${at}` })));
  damageTable(shop.database, "reviews");
  const service = await startService({ environment: quiet(shop.database) });
  const answers = ["/", "/reviews.json", "/api/reviews/search", "/readyz"].map((path) => statusOf(service.url + path));
  const { code, err } = await service.ended;
  expect(code).toBe(3);
  expect(err.split("\n").filter((line) => line.startsWith("goodword: "))).toEqual([
    expect.stringMatching(/^goodword: .*goodword\.sqlite: the database is damaged/),
  ]);
  expect(err).not.toMatch(/\n\s+at |"level":"ERROR"/);
  for (const status of await Promise.all(answers)) expect([null, 503]).toContain(status);
});

/** The status of an answer; null when the connection was not taken. */
async function statusOf(url: string): Promise<number | null> {
  return fetch(url).then(
    ({ status }) => status,
    () => null,
  );
}

/** Overwrites the first page of a table. */
function damageTable(path: string, table: string): void {
  const database = new Database(path);
  const { rootpage } = database
    .query<{ rootpage: number }, [string]>("SELECT rootpage FROM sqlite_schema WHERE name = ?")
    .get(table) ?? { rootpage: 0 };
  const pageSize = database.query<{ page_size: number }, []>("PRAGMA page_size").get()?.page_size ?? 0;
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x55, (rootpage - 1) * pageSize, rootpage * pageSize));
}

test("a HOST that is no address ends with 2 and one line, before the database is touched", async () => {
  using shop = new Workshop();
  const environment = { ...quiet(shop.database), HOST: "300.1.1.1" };
  const { code, err } = await spawnGoodword(["serve"], { environment }).ended;
  expect([code, err]).toEqual([
    2,
    'goodword: HOST is "300.1.1.1", expected an address of this machine, such as 0.0.0.0 or 127.0.0.1\n',
  ]);
  expect(shop.has("goodword.sqlite")).toBe(false);
});

test("misspelt and removed settings are named in the log, and ignored", async () => {
  using shop = new Workshop();
  const environment = { ...quiet(shop.database), BASEURL: "https://a.example", SHARE_PORT: "maybe" };
  await using service = await startService({ environment });
  await service.logged("SHARE_PORT is no longer a setting");
  await service.logged("BASEURL is not a setting; did you mean BASE_URL[?]");
});

test("with PORT=0 and no BASE_URL links lead to the port that was taken", async () => {
  using shop = new Workshop();
  await using service = await startService({ environment: quiet(shop.database) });
  const feed = await fetch(`${service.url}/api/feed.json`);
  expect(feed.headers.get("Link")).toContain(`<http://localhost:${service.port}/api/feed.json>; rel="self"`);
  expect(await feed.json()).toMatchObject({ feed_url: `http://localhost:${service.port}/api/feed.json` });
  await service.kill("SIGTERM");
});

test("a server brings an older database up to date before it answers", async () => {
  using shop = new Workshop();
  writeFileSync(shop.database, gunzipSync(readFileSync(OLDEST_DATABASE)));
  await using service = await startService({ environment: quiet(shop.database) });
  expect((await fetch(`${service.url}/feed.xml`)).status).toBe(200);
  expect((await shop.run("stats", "--json")).json).toMatchObject({ revision: 5 });
});

/** What release 1.1.0 has left. */
const OLDEST_DATABASE = new URL("../fixtures/releases/1.1.0.sqlite.gz", import.meta.url);

/** The environment of a server on any port, without the sample. */
function quiet(database: string): Record<string, string> {
  return { HOST: "127.0.0.1", PORT: "0", DATABASE_URL: `file:${database}`, GOODWORD_SEED: "none", LOG_FORMAT: "json" };
}

describe("SHUTDOWN_NOTICE", () => {
  test("lets balancers notice: /readyz is 503 while all else is answered, over new connections too", async () => {
    using shop = new Workshop();
    // So long that only the second signal ends it.
    const environment = { ...quiet(shop.database), GOODWORD_SEED: "sample", SHUTDOWN_NOTICE: "300" };
    await using service = await startService({ environment });
    await eventually("readiness", async () => (await statusOf(`${service.url}/readyz`)) === 200);
    service.signal("SIGTERM");
    await service.logged(/"Stopping".*"notice_seconds":300/);
    const answers = ["/readyz", "/healthz", "/reviews.json", "/api/reviews/search", "/"].map((path) =>
      fetch(service.url + path, { headers: { Connection: "close" } }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 200, 200, 200, 200]);
    service.signal("SIGTERM");
    expect(await service.ended).toMatchObject({ code: 0 });
  });

  test("ends by itself when the notice is over", async () => {
    using shop = new Workshop();
    const environment = { ...quiet(shop.database), GOODWORD_SEED: "sample", SHUTDOWN_NOTICE: "1" };
    await using service = await startService({ environment });
    await eventually("readiness", async () => (await statusOf(`${service.url}/readyz`)) === 200);
    service.signal("SIGTERM");
    expect(await service.ended).toMatchObject({ code: 0 });
    expect(await statusOf(`${service.url}/healthz`)).toBeNull();
  });
});
