/**
 * Measures the insights engine: accuracy over the labelled files, reviews per second of processor time, time to aggregate.
 * Further labelled files are in ../shared/data/insights; missing ones are reported.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AnalysedReview, foundMentions } from "../src/insights/mod.ts";
import { CATALOG_BUSINESS, datasetOf } from "../test/insights/sample.ts";
import type { Figure, Goal, PartReport } from "./figures.ts";
import { figuresOf, ownFigures, realFigures, termFigures } from "./insights_accuracy.ts";
import { analyse, reviewTexts, textsPerCpuSecond } from "./text_reading.ts";

const OWN = join(import.meta.dir, "../test/insights/data");
export const LABELLED = join(import.meta.dir, "../../shared/data/insights");

const VOICES = [
  "voices_one_tuning",
  "voices_two_tuning",
  "voices_one_held_out",
  "voices_two_held_out",
  "voices_three_held_out",
];

const GOALS: Readonly<Record<string, Goal>> = {
  polarity_accuracy: { atLeast: 0.8 },
  wrong_signs: { atMost: 0.12 },
};
const AGGREGATED = 100_000;

export async function benchInsights(): Promise<PartReport> {
  const real = join(LABELLED, "real_home_labelled.jsonl");
  const hasMore = existsSync(real);
  return {
    part: "Insights engine",
    figures: [
      ...["home_services", "labelled_tuning", "labelled_held_out", ...VOICES].flatMap((name) =>
        figuresAbout(name, ownFigures(join(OWN, `${name}.jsonl`))),
      ),
      ...["labelled_terms", "labelled_fresh", "labelled_pairs"].flatMap((name) =>
        figuresAbout(name, termFigures(join(OWN, `${name}.jsonl`))),
      ),
      ...(hasMore ? figuresAbout("shared", figuresOf(LABELLED)) : []),
      ...(hasMore ? figuresAbout("real reviews, by words and stars", realFigures(real)) : []),
      { name: "speed", value: textsPerCpuSecond(), unit: "reviews/CPU s", goal: { atLeast: 25_000 } },
      { name: `aggregation of ${AGGREGATED}`, value: aggregationMs(AGGREGATED), unit: "ms" },
    ],
    notes: hasMore ? [] : [`no labelled files in ${LABELLED}: their figures are left out`],
  };
}

function figuresAbout(title: string, figures: Readonly<Record<string, number>>): Figure[] {
  return Object.entries(figures).map(([name, value]) => {
    const goal = GOALS[name];
    return { name: `${title}: ${name}`, value, unit: "", ...(goal && { goal }) };
  });
}

function aggregationMs(count: number): number {
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
  datasetOf(reviews);
  return performance.now() - start;
}
