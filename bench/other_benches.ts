/**
 * The benches that are programs of their own, run by the same command: their reports as they print them, and the figures
 * among these that have a goal.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions } from "./bench_options.ts";
import type { Figure, Goal, PartReport } from "./figures.ts";
import { run } from "./processes.ts";

interface OtherBench {
  readonly title: string;
  readonly file: string;
  /** What it takes to measure the large sizes. */
  readonly full: readonly string[];
  readonly wanted: readonly Wanted[];
}

/** A figure of the report, as often as `pattern` matches a line: its groups are `value` and perhaps a `title`. */
interface Wanted {
  readonly name: string;
  readonly pattern: RegExp;
  readonly unit: string;
  readonly goal: Goal;
}

export const OTHER_BENCHES: Readonly<Record<string, OtherBench>> = {
  insights: {
    title: "Insights engine",
    file: "insights.ts",
    full: [],
    wanted: [
      { name: "speed", pattern: /reviews_per_s\s+(?<value>[\d.]+)/, unit: "reviews/CPU s", goal: { atLeast: 25_000 } },
      { name: "polarity accuracy", pattern: /polarity_accuracy\s+(?<value>[\d.]+)/, unit: "", goal: { atLeast: 0.8 } },
      { name: "wrong signs", pattern: /wrong_signs\s+(?<value>[\d.]+)/, unit: "", goal: { atMost: 0.12 } },
    ],
  },
  "insights-accuracy": {
    title: "Judgements beside careful readers'",
    file: "insights_agreement.ts",
    full: [],
    wanted: [
      agreed("negative judgements right, real star mix", { atLeast: 0.9 }),
      agreed("complaints found with the right sign", { atLeast: 0.75 }),
      agreed("praise found with the right sign", { atLeast: 0.85 }),
      agreed("wrong signs", { atMost: 0.03 }),
      agreed("calibration error", { atMost: 0.05 }),
      { name: "stars AUC", pattern: /stars_auc\s+(?<value>[\d.]+)/, unit: "", goal: { atLeast: 0.94 } },
      { name: "restaurants, accuracy", pattern: /rest\.acc\s+(?<value>[\d.]+)/, unit: "", goal: { atLeast: 0.7 } },
      { name: "home services, accuracy", pattern: /home\.acc\s+(?<value>[\d.]+)/, unit: "", goal: { atLeast: 0.88 } },
    ],
  },
  hub: {
    title: "Hub fan-out",
    file: "hub.ts",
    full: ["--full"],
    wanted: [
      {
        name: "speed",
        pattern: /speed beside bare fetch:\s+(?<value>[\d.]+)/,
        unit: "of a bare loop",
        goal: { atLeast: 0.9 },
      },
      { name: "192 beside 8 that hang", pattern: /that hang: (?<value>\d+) ms/, unit: "ms", goal: { atMost: 4000 } },
    ],
  },
};

/** A figure on the reviews held back, by the beginning of its name. */
function agreed(name: string, goal: Goal): Wanted {
  return { name, pattern: new RegExp(`held back: ${name}.*\\s(?<value>[\\d.]+)$`), unit: "", goal };
}

/** Runs one of them; its report becomes notes. */
export async function runOther(bench: OtherBench, { isFull }: BenchOptions): Promise<PartReport> {
  const path = join(import.meta.dir, bench.file);
  if (!existsSync(path)) return { part: bench.title, figures: [], notes: [`SKIPPED: there is no ${bench.file}`] };
  const report = await run(["bun", path, ...(isFull ? bench.full : [])]);
  const figures = bench.wanted.flatMap((wanted) => figuresIn(report, wanted));
  if (report.startsWith("SKIPPED")) return { part: bench.title, figures, notes: [report.trimEnd()] };
  if (figures.length === 0) throw new Error(`None of the wanted figures is in the report of ${bench.file}`);
  return { part: bench.title, figures, notes: report.trimEnd().split("\n") };
}

function figuresIn(report: string, { name, pattern, unit, goal }: Wanted): Figure[] {
  const matches = [...report.matchAll(new RegExp(pattern, "gm"))];
  return matches.map(({ groups = {} }) => {
    const { title, value = "" } = groups;
    return { name: title === undefined ? name : `${name} ${title}`, value: Number(value), unit, goal };
  });
}
