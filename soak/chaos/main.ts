/**
 * `bun run test:chaos`: kills, starves, fills and damages until the time is over, and holds the program to what
 * docs/operating.md promises of each. Every scenario is played once at least, then those of chance.
 *
 * A failure prints the line that plays it again. The seed fixes every choice; instants still fall a little differently.
 */
import { createSeededRandom } from "../../test/support/seeded_random.ts";
import { optionsOf } from "../options.ts";
import { canMount } from "./disks.ts";
import { hasStrace } from "./kills.ts";
import { SCENARIOS } from "./scenarios.ts";
import { Stage } from "./stage.ts";

const { minutes, only, seed: firstSeed } = optionsOf({ minutes: 1, only: "" });
const endsAt = performance.now() + minutes * 60_000;
const names = only === "" ? Object.keys(SCENARIOS) : [only];
const chance = createSeededRandom(firstSeed);
const totals = { faults: 0, played: 0, failed: 0 };
const startsMs: number[] = [];

if (!hasStrace) console.log("strace is not installed or not permitted: no faults at chosen writes");
if (!canMount) console.log("this user may not mount: no read-only file system");
for (let round = 0; round < names.length || performance.now() < endsAt; round++) {
  if (only !== "" && round > 0) break;
  await play(names[round] ?? (names[Math.floor(chance.number() * names.length)] as string), firstSeed + round);
}
const sorted = startsMs.sort((one, other) => one - other);
const startP99 = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
console.log(`${totals.faults} faults; ${startsMs.length} starts, first answer within ${startP99} ms (p99)`);
console.log(`${totals.played - totals.failed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

async function play(name: string, seed: number): Promise<void> {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`There is no scenario ${name}, only ${Object.keys(SCENARIOS).join(", ")}`);
  const stage = new Stage(seed);
  totals.played++;
  try {
    await scenario(stage);
    console.log(`ok     ${name}: ${stage.faults} faults`);
  } catch (error) {
    totals.failed++;
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : error}`);
    console.log(`       again: bun run test:chaos --only ${name} --seed ${seed}`);
  } finally {
    totals.faults += stage.faults;
    startsMs.push(...stage.startsMs);
    await stage[Symbol.asyncDispose]();
  }
}
