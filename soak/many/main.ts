/**
 * `bun run test:many`: a million requests to fifty businesses, whose answers may contain nothing of another; then each seeded leak.
 * `bun run test:many --kills 300`: processes that write to fifty businesses at once are killed.
 */
import { finish, optionsOf } from "../options.ts";
import { LEAKS, openIsolation } from "./isolation.ts";
import { playKills } from "./kills.ts";

const PART = 50_000;

const { requests, kills, businesses, seed } = optionsOf({ requests: 1_000_000, kills: 0, businesses: 50 });
if (kills > 0) {
  const report = await playKills({ kills, businesses, seed, say: console.log });
  finish(report, report.faults.length);
}
const { leaks, missed } = await play();
finish({ requests, leaks, seeded: Object.keys(LEAKS).length, missed }, leaks.length + missed.length);

/** Enough memory for all: what closes businesses is the play. */
async function play(): Promise<{ leaks: string[]; missed: string[] }> {
  await using isolation = await openIsolation({ businesses, seed, memoryLimit: "2GB" });
  const leaks: string[] = [];
  for (let played = 0; played < requests; played += PART) {
    const found = await isolation.play(Math.min(PART, requests - played));
    leaks.push(...found);
    for (const leak of found.slice(0, 3)) console.error(leak);
    console.log(`${Math.min(requests, played + PART)} requests, ${leaks.length} leaks`);
  }
  const missed: string[] = [];
  for (const leak of Object.keys(LEAKS)) if ((await isolation.play(2000, leak)).length === 0) missed.push(leak);
  return { leaks, missed };
}
