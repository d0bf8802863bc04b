/** What a server that cannot begin leaves behind. */
import { expect, test } from "bun:test";
import { spawnGoodword } from "../support/goodword_process.ts";
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
