import { expect, test } from "bun:test";
import { simulate } from "./simulation.ts";

/** GOODWORD_SEEDS=5000 runs more lives, GOODWORD_SEED=17 only the one. */
const only = process.env.GOODWORD_SEED;
const seeds = only
  ? [Number(only)]
  : Array.from({ length: Number(process.env.GOODWORD_SEEDS ?? 100) }, (_, k) => k + 1);

test(`the hub keeps its promises through ${seeds.length} lives of crashes, hangs, failures and changes`, async () => {
  const totals = { deliveries: 0, crashes: 0, removals: 0 };
  for (const seed of seeds) {
    const report = await simulate(seed).catch((error: Error) => {
      throw new Error(`${error.message}\nreplay: GOODWORD_SEED=${seed} bun test test/hub/simulation_test.ts`);
    });
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += report[key];
  }
  // A storm that nothing came of would prove nothing.
  if (seeds.length >= 100) {
    expect(totals.deliveries).toBeGreaterThan(seeds.length * 10);
    expect(totals.crashes).toBeGreaterThan(seeds.length / 2);
    expect(totals.removals).toBeGreaterThan(seeds.length / 2);
  }
  if (process.env.GOODWORD_SEEDS) console.log(totals);
});
