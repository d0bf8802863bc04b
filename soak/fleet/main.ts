/**
 * `bun run test:fleet`: three servers on one PostgreSQL under faults, held to what docs/postgres.md promises.
 *
 * `--seconds 60`, `--faults kill,stop` (default all; `none` turns them off), `--seed 7` for the same choices again.
 */
import { parseArgs } from "node:util";
import { FAULTS } from "./faults.ts";
import { playFleet } from "./play.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    faults: { type: "string", default: FAULTS.join(",") },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
/** As many as keep a machine of two cores busy. */
const READERS = 6;

const faults = values.faults === "none" ? [] : values.faults.split(",");
const unknown = faults.filter((name) => !FAULTS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(", ")}, only ${FAULTS.join(", ")}`);
  process.exit(2);
}
console.log(`seed ${values.seed}; faults: ${faults.join(", ") || "none"}`);
const report = await playFleet({
  seconds: Number(values.seconds),
  faults,
  seed: Number(values.seed),
  readers: READERS,
});
if (typeof report === "string") {
  console.error(report);
  process.exit(2);
}
for (const [name, figure] of Object.entries(report.figures)) console.log(`${name.padEnd(40)}${figure}`);
for (const fault of report.faults.slice(0, 20)) console.log(`  ${fault}`);
process.exit(report.faults.length === 0 ? 0 : 1);
