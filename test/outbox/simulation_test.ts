import { describe, expect, test } from "bun:test";
import { FAULTS, type Fault, type Subject } from "./simulation/faults.ts";
import { live } from "./simulation/life.ts";
import { liveWithSubscribers } from "./simulation/world.ts";

type Totals = Readonly<Record<string, number>>;

/** GOODWORD_SEEDS=5000 runs more lives of each kind, GOODWORD_SEED=17 only the one. */
const only = process.env.GOODWORD_SEED;
const seeds = (usual: number) => (only ? [Number(only)] : numbersTo(Number(process.env.GOODWORD_SEEDS ?? usual)));

const LIVES: Readonly<Record<Subject, (seed: number, fault?: Fault) => Promise<Totals>>> = {
  letters: live,
  subscribers: liveWithSubscribers,
};

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k + 1);
}

async function liveAll(subject: Subject, all: readonly number[]): Promise<Totals> {
  const totals: Record<string, number> = {};
  for (const seed of all) {
    const report = await LIVES[subject](seed).catch((error: Error) => {
      const replay = `GOODWORD_SEED=${seed} bun test test/outbox/simulation_test.ts -t ${subject}`;
      throw new Error(`${error.message}\nreplay: ${replay}`);
    });
    for (const [name, count] of Object.entries(report)) totals[name] = (totals[name] ?? 0) + count;
  }
  if (process.env.GOODWORD_SEEDS) console.log(totals);
  return totals;
}

describe("servers that share one store", () => {
  test("send all letters, mails and notices, and twice only what a server ended over", async () => {
    const all = seeds(3);
    const totals = await liveAll("letters", all);
    // A storm that nothing came of would prove nothing.
    if (all.length < 3) return;
    expect(totals.accepted).toBeGreaterThan(all.length * 20);
    expect(totals.crashes).toBeGreaterThan(all.length / 2);
    expect(totals.repeated).toBeGreaterThan(0);
  });

  test("keep the promises to subscribers of the hub through deaths, locks, delays and changes", async () => {
    const all = seeds(10);
    const totals = await liveAll("subscribers", all);
    if (all.length < 10) return;
    expect(totals.deliveries).toBeGreaterThan(all.length * 10);
    expect(totals.crashes).toBeGreaterThan(all.length / 2);
    expect(totals.removals).toBeGreaterThan(all.length / 2);
  });
});

const SEEDED = FAULTS.flatMap((fault) =>
  Object.entries(fault.noticedBy ?? { letters: 1 }).map(([subject, seed]) => {
    return { name: fault.name, fault, subject: subject as Subject, seed };
  }),
);

describe("a broken promise is noticed where", () => {
  test.each(SEEDED)("$name ($subject)", async ({ fault, subject, seed }) => {
    for (const tried of [seed, ...numbersTo(subject === "letters" ? 20 : 100)]) {
      const broken = await LIVES[subject](tried, fault).catch((error: Error) => error);
      if (broken instanceof Error) return;
    }
    expect.unreachable("no life noticed it");
  });
});
