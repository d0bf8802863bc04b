import { describe, expect, test } from "bun:test";
import { FAULTS } from "./simulation/faults.ts";
import { live } from "./simulation/life.ts";

/** GOODWORD_SEEDS=5000 runs more lives, GOODWORD_SEED=17 only the one. */
const only = process.env.GOODWORD_SEED;
const seeds = only ? [Number(only)] : numbersTo(Number(process.env.GOODWORD_SEEDS ?? 3));

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k + 1);
}

test(`two servers send all mails and notices, and twice only what a server ended over, through ${seeds.length} lives`, async () => {
  const totals = { accepted: 0, repeated: 0, crashes: 0 };
  for (const seed of seeds) {
    const report = await live(seed).catch((error: Error) => {
      throw new Error(`${error.message}\nreplay: GOODWORD_SEED=${seed} bun test test/outbox/simulation_test.ts`);
    });
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += report[key];
  }
  // A storm that nothing came of would prove nothing.
  if (seeds.length >= 3) {
    expect(totals.accepted).toBeGreaterThan(seeds.length * 20);
    expect(totals.crashes).toBeGreaterThan(seeds.length / 2);
    expect(totals.repeated).toBeGreaterThan(0);
  }
  if (process.env.GOODWORD_SEEDS) console.log(totals);
});

describe("a broken promise is noticed where", () => {
  test.each(FAULTS.map((fault) => [fault.name, fault] as const))("%s", async (_, fault) => {
    for (const seed of [fault.noticedBy ?? 1, ...numbersTo(20)]) {
      const broken = await live(seed, fault).catch((error: Error) => error);
      if (broken instanceof Error) return;
    }
    expect.unreachable("no life of twenty noticed it");
  });
});
