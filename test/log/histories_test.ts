import { expect, test } from "bun:test";
import { liveHistory } from "../support/watched_history.ts";

const given = process.env.GOODWORD_SEED;
const seeds = given === undefined ? Array.from({ length: 2 }, (_, seed) => seed) : [Number(given)];

test(`${seeds.length} honest histories over a real database, with restored backups and moves, give no alarm`, async () => {
  let looks = 0;
  for (const seed of seeds) {
    const report = await liveHistory(seed);
    expect({ replay: `GOODWORD_SEED=${seed}`, ...report }).toEqual({
      replay: `GOODWORD_SEED=${seed}`,
      ...report,
      findings: [],
    });
    looks += report.looks;
  }
  expect(looks).toBeGreaterThan(seeds.length);
});
