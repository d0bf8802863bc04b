/**
 * Measures how fast Goodword is, each figure beside its goal.
 *
 *     bun run bench [NAME]... [--full] [--only NAME]... [--json] [--data FOLDER]
 *     bun run bench --compare COMMIT [--full] [--json]
 *
 * Small sizes by default; --full takes 100,000 reviews too, more rounds, and the parts that take minutes. --data keeps the
 * generated databases in FOLDER for the next run. --compare measures this tree and an earlier commit in turns. docs/performance.md says how to read the figures.
 */
import { parseArgs } from "node:util";
import { benchAdmission } from "./admission.ts";
import { benchBackup } from "./backup.ts";
import type { BenchOptions } from "./bench_options.ts";
import { benchCachedReads } from "./cached_reads.ts";
import { benchChanges } from "./changes.ts";
import { benchCompare } from "./compare.ts";
import { benchConsole } from "./console.ts";
import { benchCopies } from "./copies.ts";
import { isMet, type PartReport, tableOf } from "./figures.ts";
import { benchImport } from "./import.ts";
import { benchLog } from "./log.ts";
import { benchLogins } from "./logins.ts";
import { benchMany } from "./many.ts";
import { benchTokens } from "./mcp_tokens.ts";
import { benchMemory } from "./memory.ts";
import { OTHER_BENCHES, runOther } from "./other_benches.ts";
import { benchPages } from "./pages.ts";
import { benchPostgres } from "./postgres.ts";
import { Workplace } from "./prepared.ts";
import { benchPublishing } from "./publishing.ts";
import { benchReading } from "./reading.ts";
import { benchReplies } from "./replies.ts";
import { benchSearch } from "./search_over_http.ts";
import { benchStartAfterImport } from "./start_after_import.ts";
import { benchStartUp } from "./start_up.ts";
import { benchVerification } from "./verification.ts";

type Part = (place: Workplace, options: BenchOptions) => Promise<PartReport>;

const PARTS: Readonly<Record<string, Part>> = {
  cached: benchCachedReads,
  search: benchSearch,
  changes: benchChanges,
  start: benchStartUp,
  "start-import": benchStartAfterImport,
  publish: benchPublishing,
  replies: benchReplies,
  memory: benchMemory,
  import: benchImport,
  log: benchLog,
  reading: benchReading,
  verification: benchVerification,
  admission: benchAdmission,
  copies: benchCopies,
  console: benchConsole,
  backup: benchBackup,
  pages: benchPages,
  many: benchMany,
  logins: (_place, options) => benchLogins(options),
  tokens: benchTokens,
  postgres: (_place, options) => benchPostgres(options),
  ...Object.fromEntries(Object.entries(OTHER_BENCHES).map(([name, bench]) => [name, partOf(bench)])),
};

/** Takes minutes by itself. */
const ONLY_FULL = new Set(["mcp", "backup", "pages", "many"]);

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

function partOf(bench: (typeof OTHER_BENCHES)[string]): Part {
  return (_place, options) => runOther(bench, options);
}

function withVerdicts(report: PartReport) {
  return { ...report, figures: report.figures.map((figure) => ({ ...figure, met: isMet(figure) })) };
}

if (import.meta.main) await main();
