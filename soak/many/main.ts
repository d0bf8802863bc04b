/** `bun run test:many`: a million requests to many businesses, none of which may be told of another; then each seeded leak. */
import { parseArgs } from "node:util";
import { LEAKS, openIsolation } from "./isolation.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "1000000" },
    businesses: { type: "string", default: "12" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [requests, businesses, seed] = [values.requests, values.businesses, values.seed].map(Number) as [
  number,
  number,
  number,
];
console.log(`seed ${seed}`);
await using isolation = await openIsolation(businesses, seed);
const leaks = await isolation.play(requests);
console.log(JSON.stringify({ requests, leaks }));
const missed: string[] = [];
for (const leak of Object.keys(LEAKS)) if ((await isolation.play(2000, leak)).length === 0) missed.push(leak);
console.log(JSON.stringify({ seeded: Object.keys(LEAKS).length, missed }));
process.exitCode = leaks.length + missed.length === 0 ? 0 : 1;
