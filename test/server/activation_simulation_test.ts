/** The protocol of leases and activations, played through thousands of lives. */
import { describe, expect, test } from "bun:test";
import { FAULTS } from "./activation/faults.ts";
import { FleetWorld, type LifeReport } from "./activation/fleet_world.ts";

/** GOODWORD_SEEDS=10000 runs more lives, GOODWORD_SEED=17 only the one. */
const only = process.env.GOODWORD_SEED;
const seeds = only ? [Number(only)] : numbersTo(Number(process.env.GOODWORD_SEEDS ?? 200));

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k + 1);
}

/** Lives of one test, so that none takes long. */
const AT_ONCE = 100;
const groups = Array.from({ length: Math.ceil(seeds.length / AT_ONCE) }, (_, at) =>
  seeds.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
);

test.each(groups.map((group) => [`${group[0]} to ${group.at(-1)}`, group] as const))(
  "no read of a ready server goes back in time through deaths, stops, cuts, losses and moved databases, lives %s",
  async (_, group) => {
    const totals: LifeReport = { reads: 0, failed: 0, activations: 0, crashes: 0, losses: 0 };
    for (const seed of group) {
      const report = await new FleetWorld(seed, null).live().catch((error: Error) => {
        throw new Error(
          `${error.message}\nreplay: GOODWORD_SEED=${seed} bun test test/server/activation_simulation_test.ts`,
        );
      });
      for (const key of Object.keys(totals) as (keyof LifeReport)[]) totals[key] += report[key];
    }
    // Lives in which nothing happens would prove nothing.
    if (group.length === AT_ONCE) {
      expect(totals.activations).toBeGreaterThan(AT_ONCE * 5);
      expect(totals.crashes).toBeGreaterThan(AT_ONCE);
      expect(totals.failed).toBeLessThan(totals.reads / 2);
    }
    if (process.env.GOODWORD_SEEDS) console.log(totals);
  },
);

describe("a broken protocol is noticed where", () => {
  test.each(FAULTS.map((fault) => [fault.name, fault] as const))("%s", async (_, fault) => {
    for (const seed of numbersTo(300)) {
      const broken = await new FleetWorld(seed, fault).live().catch((error: Error) => error);
      if (broken instanceof Error) return;
    }
    expect.unreachable("no life of three hundred noticed it");
  });
});
