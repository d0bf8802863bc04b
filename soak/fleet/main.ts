/**
 * `bun run test:fleet`: three servers on one PostgreSQL under faults, held to what docs/postgres.md promises.
 *
 * `--seconds 60`, `--faults kill,stop` (all when left out, `none` for none), `--seed 7` for the same choices again.
 */
import { parseArgs } from "node:util";
import { FAULTS, type Promotion } from "./faults.ts";
import { type FleetReport, playFleet, type Spread } from "./play.ts";

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
print(report);
process.exit(isGood(report) ? 0 : 1);

function print(report: FleetReport): void {
  const { acknowledged, staleness, build, load, played } = report;
  const goal = build.p99 + load.p99 + 1;
  const rows: readonly (readonly [string, string])[] = [
    [
      "faults",
      Object.entries(played)
        .map(([name, times]) => `${name} ${times}`)
        .join(", ") || "none",
    ],
    [
      "reads",
      `${report.reads} (${report.readsPerSecond} a second, ${report.unreadyReads} of servers that were not ready)`,
    ],
    ["reads back in time", String(report.backInTime.length)],
    ["reads failed", String(report.failures.length)],
    [
      "acknowledged",
      `${acknowledged.imports} imports, ${acknowledged.removals} removals, ${acknowledged.subscriptions} subscriptions`,
    ],
    ["acknowledged and lost", String(report.lost.length)],
    ["deliveries", `${report.deliveries}; per change and subscriber ${report.deliveriesPerChange.toFixed(4)}`],
    ["bodies repeated", String(report.repeated)],
    ["bodies out of order", String(report.outOfOrder)],
    ["staleness", inSeconds(staleness)],
    ["build", `${inSeconds(build)} (${build.count})`],
    ["load of what another has built", `${inSeconds(load)} (${load.count})`],
    [
      "staleness p99 against build + load + 1",
      `${staleness.p99.toFixed(2)} s ${staleness.p99 <= goal ? "<=" : ">"} ${goal.toFixed(2)} s, each at its p99`,
    ],
    ["writes resume after a promotion", report.promotions.map(inWords).join(", ") || "not played"],
  ];
  for (const [name, figure] of rows) console.log(`${name.padEnd(40)}${figure}`);
  for (const fault of [...report.backInTime, ...report.failures, ...report.lost].slice(0, 20))
    console.log(`  ${fault}`);
}

function inSeconds({ p50, p99, most }: Spread): string {
  return `p50 ${p50.toFixed(2)} s, p99 ${p99.toFixed(2)} s, most ${most.toFixed(2)} s`;
}

function inWords({ afterPromotion, afterLoss }: Promotion): string {
  return `${afterPromotion.toFixed(1)} s (${afterLoss.toFixed(1)} s after the loss of the primary)`;
}

/** Repeats are allowed where a server dies between a delivery and its record. */
function isGood(report: FleetReport): boolean {
  const mayRepeat = Object.keys(report.played).length > 0;
  return (
    report.backInTime.length + report.failures.length + report.lost.length + report.outOfOrder === 0 &&
    (mayRepeat || report.repeated === 0)
  );
}
