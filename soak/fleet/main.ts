/**
 * `bun run test:fleet`: three servers on one PostgreSQL under faults, held to what docs/postgres.md promises.
 *
 * `--seconds 60`, `--faults kill,stop` (default all; `none` turns them off), `--seed 7` for the same choices again.
 */
import { optionsOf } from "../options.ts";
import { FAULTS } from "./faults.ts";
import { playFleet } from "./play.ts";

const { seconds, seed, faults: chosen } = optionsOf({ seconds: 60, faults: FAULTS.join(",") });
/** As many as keep a machine of two cores busy. */
const READERS = 6;

const faults = chosen === "none" ? [] : chosen.split(",");
const unknown = faults.filter((name) => !FAULTS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(", ")}, only ${FAULTS.join(", ")}`);
  process.exit(2);
}
console.log(`faults: ${faults.join(", ") || "none"}`);
const report = await playFleet({ seconds, faults, seed, readers: READERS });
if (typeof report === "string") {
  console.error(report);
  process.exit(2);
}
for (const [name, figure] of Object.entries(report.figures)) console.log(`${name.padEnd(40)}${figure}`);
for (const fault of report.faults.slice(0, 20)) console.log(`  ${fault}`);
process.exit(report.faults.length === 0 ? 0 : 1);
