import { expect, test } from "bun:test";
import { openPostgres } from "../../src/store/postgres/mod.ts";
import { type KillReport, playKills } from "../support/mail_kills.ts";
import { sharedPostgres } from "../support/shared_postgres.ts";

/** `bun run test:mail` plays five hundred. */
const PLAY = { kills: 4, servers: 1, jobs: 8, seed: 5 };

const postgres = await sharedPostgres("kills of servers that mail over PostgreSQL");

function expectKept({ kills, jobs, lost, repeats, different }: KillReport): void {
  expect({ jobs, lost, different }).toEqual({ jobs: PLAY.jobs, lost: 0, different: 0 });
  expect(repeats).toBeLessThanOrEqual(kills);
}

test("no invitation is lost by kill -9, and each kill repeats one at most, with the same Message-ID and links", async () => {
  expectKept(await playKills(PLAY));
});

if (postgres !== null) {
  const { url } = postgres;
  test("the same holds for two servers on PostgreSQL", async () => {
    expectKept(await playKills({ ...PLAY, servers: 2, database: url, open: () => openPostgres(url) }));
  });
}
