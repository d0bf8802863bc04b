import { describe, expect, test } from "bun:test";
import { FAULTS } from "./simulation/faults.ts";
import { simulate } from "./simulation/simulate.ts";

/** GOODWORD_SEEDS=5000 runs more lives, GOODWORD_SEED=17 only the one. */
const only = process.env.GOODWORD_SEED;
const seeds = only ? [Number(only)] : numbersTo(Number(process.env.GOODWORD_SEEDS ?? 30));

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k + 1);
}

test(`servers on one store keep the hub's promises through ${seeds.length} lives of deaths, locks, delays and changes`, async () => {
  const totals = { deliveries: 0, crashes: 0, removals: 0 };
  for (const seed of seeds) {
    const report = await simulate(seed).catch((error: Error) => {
      throw new Error(`${error.message}\nreplay: GOODWORD_SEED=${seed} bun test test/hub/simulation_test.ts`);
    });
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += report[key];
  }
  // A storm that nothing came of would prove nothing.
  if (seeds.length >= 30) {
    expect(totals.deliveries).toBeGreaterThan(seeds.length * 10);
    expect(totals.crashes).toBeGreaterThan(seeds.length / 2);
    expect(totals.removals).toBeGreaterThan(seeds.length / 2);
  }
  if (process.env.GOODWORD_SEEDS) console.log(totals);
});

describe("a broken promise is noticed where", () => {
  test.each(FAULTS.map((fault) => [fault.name, fault] as const))("%s", async (_, fault) => {
    for (const seed of [fault.noticedBy, ...numbersTo(100)]) {
      const broken = await simulate(seed, fault).catch((error: Error) => error);
      if (broken instanceof Error) return;
    }
    expect.unreachable("no life of a hundred noticed it");
  });
});
