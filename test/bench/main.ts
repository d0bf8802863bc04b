/**
 * Measures how fast Goodword is, each figure beside its goal.
 *
 *     bun run bench [--full] [--only NAME]... [--json] [--data FOLDER]
 *
 * Small sizes by default; --full takes 100,000 reviews and more rounds. --data keeps the generated databases in FOLDER for
 * the next run. docs/performance.md says how to read the figures.
 *
 * @module
 */
import { parseArgs } from "node:util";
import type { BenchOptions } from "./bench_options.ts";
import { benchCachedReads } from "./cached_reads.ts";
import { isMet, type PartReport, tableOf } from "./figures.ts";
import { benchMemory } from "./memory.ts";
import { Workplace } from "./prepared.ts";
import { benchSearch } from "./search_over_http.ts";
import { benchStartUp } from "./start_up.ts";

type Part = (place: Workplace, options: BenchOptions) => Promise<PartReport>;

const PARTS: Readonly<Record<string, Part>> = {
  cached: benchCachedReads,
  search: benchSearch,
  start: benchStartUp,
  memory: benchMemory,
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      full: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: Object.keys(PARTS) },
      json: { type: "boolean", default: false },
      data: { type: "string" },
    },
  });
  const unknown = values.only.find((name) => !(name in PARTS));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}; known are ${Object.keys(PARTS).join(", ")}`);
  await using place = new Workplace(values.data);
  const reports: PartReport[] = [];
  for (const name of values.only) {
    const report = await PARTS[name]!(place, { isFull: values.full });
    reports.push(report);
    if (!values.json) console.log(tableOf(report));
  }
  if (values.json) console.log(JSON.stringify(reports.map(withVerdicts), null, 2));
}

function withVerdicts(report: PartReport) {
  return { ...report, figures: report.figures.map((figure) => ({ ...figure, met: isMet(figure) })) };
}

if (import.meta.main) await main();
