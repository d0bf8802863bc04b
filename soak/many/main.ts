/**
 * `bun run test:many`: a million requests to fifty businesses, whose answers may contain nothing of another; then each seeded leak.
 * `bun run test:many --kills 300`: processes that write to fifty businesses at once are killed.
 */
import { parseArgs } from "node:util";
import { LEAKS, openIsolation } from "./isolation.ts";
import { playKills } from "./kills.ts";

const PART = 50_000;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "1000000" },
    kills: { type: "string" },
    businesses: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const seed = Number(values.seed);
console.log(`seed ${seed}`);
process.exitCode = values.kills === undefined ? await play(Number(values.requests)) : await kill(Number(values.kills));

async function play(requests: number): Promise<number> {
  // Enough memory for all: what closes businesses is the play.
  const businesses = Number(values.businesses ?? "50");
  await using isolation = await openIsolation({ businesses, seed, memoryLimit: "2GB" });
  const leaks: string[] = [];
  for (let played = 0; played < requests; played += PART) {
    const found = await isolation.play(Math.min(PART, requests - played));
    leaks.push(...found);
    for (const leak of found.slice(0, 3)) console.error(leak);
    console.log(`${Math.min(requests, played + PART)} requests, ${leaks.length} leaks`);
  }
  console.log(JSON.stringify({ requests, leaks }));
  const missed: string[] = [];
  for (const leak of Object.keys(LEAKS)) if ((await isolation.play(2000, leak)).length === 0) missed.push(leak);
  console.log(JSON.stringify({ seeded: Object.keys(LEAKS).length, missed }));
  return leaks.length + missed.length === 0 ? 0 : 1;
}

async function kill(kills: number): Promise<number> {
  const businesses = Number(values.businesses ?? "50");
  const report = await playKills({ kills, businesses, seed, say: console.log });
  console.log(JSON.stringify(report));
  return report.faults.length === 0 ? 0 : 1;
}
