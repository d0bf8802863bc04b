/** What a server that cannot begin leaves behind. */
import { expect, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";
import { spawnGoodword, startService } from "../support/goodword_process.ts";
import { startServer } from "../support/server.ts";

test("a server that finds its port taken exits with 4 and brings no sample into the database", async () => {
  await using running = await startServer({ environment: { GOODWORD_SEED: "none" } });
  const environment = { HOST: "127.0.0.1", PORT: String(running.port), DATABASE_URL: running.databasePath };
  const second = await spawnGoodword(["serve"], { environment }).ended;
  expect(second.code).toBe(4);
  expect(second.err).toContain(`Port ${running.port} on 127.0.0.1 is taken`);
  const stats = await running.command("stats", "--json");
  expect(JSON.parse(stats.out)).toMatchObject({ revision: 0 });
});

test("a server that is asked to stop as soon as it listens ends with 0, with its sample brought in", async () => {
  using shop = new Workshop();
  const DATABASE_URL = `file:${shop.database}`;
  const environment = { HOST: "127.0.0.1", PORT: "0", DATABASE_URL, LOG_FORMAT: "json" };
  const service = await startService({ environment });
  service.signal("SIGTERM");
  expect((await service.ended).code).toBe(0);
  expect((await shop.run("stats", "--json")).json).toMatchObject({ revision: 1 });
});

test("with PORT=0 and no BASE_URL links lead to the port that was taken", async () => {
  using shop = new Workshop();
  const DATABASE_URL = `file:${shop.database}`;
  const environment = { HOST: "127.0.0.1", PORT: "0", DATABASE_URL, GOODWORD_SEED: "none", LOG_FORMAT: "json" };
  await using service = await startService({ environment });
  const feed = await fetch(`${service.url}/api/feed.json`);
  expect(feed.headers.get("Link")).toContain(`<http://localhost:${service.port}/api/feed.json>; rel="self"`);
  expect(await feed.json()).toMatchObject({ feed_url: `http://localhost:${service.port}/api/feed.json` });
  await service.kill("SIGTERM");
});
