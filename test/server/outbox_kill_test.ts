import { expect, test } from "bun:test";
import { playKills } from "../support/mail_kills.ts";

/** `bun run test:mail` plays five hundred. */
test("no invitation is lost by kill -9, and each kill repeats one at most, with the same Message-ID and links", async () => {
  const { kills, jobs, lost, repeats, different } = await playKills({ kills: 6, servers: 2, jobs: 8, seed: 5 });
  expect({ jobs, lost, different }).toEqual({ jobs: 8, lost: 0, different: 0 });
  expect(repeats).toBeLessThanOrEqual(kills);
});
