/**
 * Bench of the insights engine: accuracy over the labelled files, reviews per second of processor time, time to aggregate.
 *
 * `bun bench/insights.ts [FOLDER]`: FOLDER holds further labelled files, ../shared/data/insights by default; missing
 * ones are reported.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AnalysedReview, foundMentions, writeAnalysis } from "../src/insights/mod.ts";
import { CATALOG_BUSINESS, datasetOf } from "../test/insights/sample.ts";
import { figuresOf, ownFigures, realFigures, termFigures } from "./insights_accuracy.ts";
import { analyse, reviewTexts, textsPerCpuSecond } from "./text_reading.ts";

const OWN = join(import.meta.dir, "../test/insights/data");
const folder = process.argv[2] ?? join(import.meta.dir, "../../shared/data/insights");

const VOICES = [
  "voices_one_tuning",
  "voices_two_tuning",
  "voices_one_held_out",
  "voices_two_held_out",
  "voices_three_held_out",
];

for (const name of ["home_services", "labelled_tuning", "labelled_held_out", ...VOICES])
  print(name, ownFigures(join(OWN, `${name}.jsonl`)));
for (const name of ["labelled_terms", "labelled_fresh", "labelled_pairs"])
  print(name, termFigures(join(OWN, `${name}.jsonl`)));
if (existsSync(folder)) print(folder, figuresOf(folder));
const real = join(folder, "real_home_labelled.jsonl");
if (existsSync(real)) print("real reviews, by words and stars", realFigures(real));
else console.log(`no labelled files in ${folder}: their figures are left out`);
print("speed", { reviews_per_s: textsPerCpuSecond() });
for (const count of [10_000, 100_000]) print(`aggregation of ${count}`, aggregation(count));

function print(title: string, figures: Readonly<Record<string, number>>): void {
  console.log(title);
  for (const [name, value] of Object.entries(figures)) {
    console.log(`  ${name.padEnd(24)} ${Number.isInteger(value) ? value : value.toFixed(4)}`);
  }
}

function aggregation(count: number): Record<string, number> {
  const analysed = reviewTexts(2_000).map((text, i) => ({ text, analysis: analyse(`r${i}`, text) }));
  const reviews = Array.from({ length: count }, (_, i): AnalysedReview => {
    const { text, analysis } = analysed[i % analysed.length]!;
    const own = { ...analysis, digest: i };
    const date = `20${16 + (i % 10)}-${String(1 + (i % 12)).padStart(2, "0")}-${String(1 + (i % 28)).padStart(2, "0")}`;
    return {
      id: `r${i}`,
      date,
      rating: 1 + (i % 5),
      text,
      mentions: foundMentions(own, CATALOG_BUSINESS),
      analysis: own,
    };
  });
  datasetOf(reviews);
  const start = performance.now();
  const dataset = datasetOf(reviews);
  const milliseconds = Math.round(performance.now() - start);
  return {
    milliseconds,
    bytes: JSON.stringify(dataset).length,
    analysis_bytes: analysed.reduce((sum, { analysis }) => sum + writeAnalysis(analysis).length, 0) / analysed.length,
  };
}
