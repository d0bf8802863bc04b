/**
 * Measures how fast Goodword is, each figure beside its goal.
 *
 *     bun run bench [NAME]... [--full] [--only NAME]... [--json] [--data FOLDER]
 *     bun run bench --compare COMMIT [--full] [--json]
 *
 * Small sizes by default; --full takes 100,000 reviews too, more rounds, and the parts that take minutes. --data keeps the
 * generated databases in FOLDER for the next run. --compare measures this tree and an earlier commit in turns. docs/performance.md explains the figures.
 */
import { parseArgs } from "node:util";
import { benchCachedReads } from "./cached_reads.ts";
import { benchCompare } from "./compare.ts";
import { type BenchOptions, isMet, type PartReport, tableOf } from "./figures.ts";
import { benchFleet } from "./fleet.ts";
import { benchHub } from "./hub.ts";
import { benchInsights } from "./insights.ts";
import { benchAgreement } from "./insights_agreement.ts";
import { benchMany } from "./many.ts";
import { benchMemory } from "./memory.ts";
import { benchPhone } from "./phone.ts";
import { Workplace } from "./prepared.ts";
import { benchPublishing } from "./publishing.ts";
import { benchReading } from "./reading.ts";
import { benchSearch } from "./search_over_http.ts";
import { benchStartUp } from "./start_up.ts";

type Part = (place: Workplace, options: BenchOptions) => Promise<PartReport>;

const PARTS: Readonly<Record<string, Part>> = {
  cached: benchCachedReads,
  search: benchSearch,
  start: benchStartUp,
  publish: benchPublishing,
  memory: benchMemory,
  reading: benchReading,
  phone: benchPhone,
  many: benchMany,
  insights: benchInsights,
  "insights-accuracy": benchAgreement,
  hub: benchHub,
  fleet: benchFleet,
};

/** Takes minutes by itself. */
const ONLY_FULL = new Set(["many", "fleet"]);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      full: { type: "boolean", default: false },
      only: { type: "string", multiple: true },
      json: { type: "boolean", default: false },
      data: { type: "string" },
      compare: { type: "string" },
    },
  });
  const wanted = [...(values.only ?? []), ...positionals];
  const names = wanted.length > 0 ? wanted : Object.keys(PARTS).filter((name) => values.full || !ONLY_FULL.has(name));
  const unknown = names.find((name) => !(name in PARTS));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}; known are ${Object.keys(PARTS).join(", ")}`);
  await using place = new Workplace(values.data);
  const options: BenchOptions = { isFull: values.full };
  const { compare } = values;
  const parts =
    compare === undefined
      ? names.map((name) => () => PARTS[name]!(place, options))
      : [() => benchCompare(place, options, compare)];
  const reports: PartReport[] = [];
  for (const part of parts) {
    const report = await part();
    reports.push(report);
    if (!values.json) console.log(tableOf(report));
  }
  if (values.json) console.log(JSON.stringify(reports.map(withVerdicts), null, 2));
}

function withVerdicts(report: PartReport) {
  return { ...report, figures: report.figures.map((figure) => ({ ...figure, met: isMet(figure) })) };
}

if (import.meta.main) await main();
