/**
 * Measures whether the time of an answer tells a name that somebody has from one that nobody has, with a wrong password.
 */
import { processPasswords } from "../src/server/passwords.ts";
import { openTestConsole } from "../test/support/console.ts";
import { createSeededRandom } from "../test/support/seeded_random.ts";
import { openTestStore } from "../test/support/test_store.ts";
import type { BenchOptions } from "./bench_options.ts";
import type { PartReport } from "./figures.ts";

const KNOWN = "Olive";
const UNKNOWN = "Ollie";
const DAY_MS = 86_400_000;

/** Names alternate at random, so that whatever else the machine does meets both alike. */
export async function benchLogins({ isFull }: BenchOptions): Promise<PartReport> {
  const pairs = isFull ? 2000 : 200;
  const passwords = processPasswords();
  await using store = openTestStore();
  await using console = openTestConsole({ store, means: { passwords } });
  const { id } = await console.as("owner", KNOWN);
  const hash = await passwords.hash("the right password");
  await console.store.console.write(async (writes) => {
    const person = (await writes.people()).find((each) => each.id === id);
    if (person !== undefined) await writes.savePerson({ ...person, passwordHash: hash });
  });
  const msOf = async (name: string): Promise<number> => {
    // Tries are forgotten after a day; otherwise the eleventh would wait.
    store.at((await store.now()) + DAY_MS);
    const begun = performance.now();
    const { status } = await console.post("/login", { name, password: "a wrong password" });
    if (status !== 422) throw new Error(`A wrong password was answered with ${status}`);
    return performance.now() - begun;
  };
  for (const name of [KNOWN, UNKNOWN, KNOWN, UNKNOWN]) await msOf(name);
  const random = createSeededRandom(31);
  const differences: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const isKnownFirst = random.number() < 0.5;
    const [one, other] = [await msOf(isKnownFirst ? KNOWN : UNKNOWN), await msOf(isKnownFirst ? UNKNOWN : KNOWN)];
    differences.push(isKnownFirst ? one - other : other - one);
  }
  const slower = differences.filter((each) => each > 0).length / pairs;
  const sorted = differences.toSorted((one, other) => one - other);
  return {
    part: `Logins, ${pairs} pairs of a known and an unknown name`,
    figures: [
      // Three standard deviations of a coin.
      {
        name: "known name slower, off one half by",
        value: Math.abs(slower - 0.5),
        unit: "",
        goal: { atMost: 1.5 / Math.sqrt(pairs) },
      },
      { name: "known name slower by, median", value: sorted[Math.floor(pairs / 2)] ?? 0, unit: "ms" },
    ],
    notes: [],
  };
}
