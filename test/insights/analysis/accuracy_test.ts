/** Guards the measured accuracy: thresholds lie a little under the figures of `bun bench/insights.ts`. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { figuresOf, ownFigures, realFigures, termFigures } from "../../../bench/insights_accuracy.ts";

const data = (name: string) => join(import.meta.dir, "../data", `${name}.jsonl`);
const shared = join(import.meta.dir, "../../../../shared/data/insights");

/**
 * What each file of reviews reaches: polarity accuracy, wrong signs, precision and recall of aspects, technicians found.
 *
 * The sentence model learns from the first two, so that much of what it finds in them is memory: left out of the learning, engine 2.5.0
 * found 0.55 of the aspects of the second, where it found 0.86 of them otherwise; 2.6.0, 2.8.0 and 2.9.0, which learn from more beside
 * them, find 0.74, 0.71 and 0.70 otherwise. The voices were written by people who had not seen the phrases; all of theirs was read in
 * the end, the held-out halves last, and never that of the third.
 */
const REVIEWS: readonly [
  name: string,
  accuracy: number,
  wrong: number,
  precision: number,
  recall: number,
  found: number,
][] = [
  ["labelled_tuning", 0.9, 0.08, 0.94, 0.66, 0],
  ["labelled_held_out", 0.88, 0.08, 0.94, 0.66, 0],
  ["voices_one_tuning", 0.85, 0.07, 0, 0, 16],
  ["voices_two_tuning", 0.77, 0.14, 0, 0, 16],
  ["voices_one_held_out", 0.63, 0.18, 0, 0, 16],
  ["voices_two_held_out", 0.62, 0.23, 0, 0, 16],
  ["voices_three_held_out", 0.86, 0.07, 0.75, 0.66, 0],
];

test.each(REVIEWS)(
  "analyzeReview() keeps its accuracy on %s and credits nobody with another's work",
  (name, accuracy, wrongSigns, precision, recall, found) => {
    const figures = ownFigures(data(name));
    expect(figures.polarity_accuracy).toBeGreaterThan(accuracy);
    expect(figures.wrong_signs).toBeLessThan(wrongSigns);
    expect(figures.aspect_precision).toBeGreaterThan(precision);
    expect(figures.aspect_recall).toBeGreaterThan(recall);
    expect(figures.technicians_wrong).toBe(0);
    expect(figures.technicians_right).toBeGreaterThanOrEqual(found);
    if (name === "labelled_held_out") expect(figures.text_accuracy).toBeGreaterThan(0.85);
  },
);

/** Terms and pairs that extended the phrases, and freshly labelled terms of varied voices. */
test.each([
  ["labelled_terms", 0.9, 0.04],
  ["labelled_fresh", 0.8, 0.08],
  ["labelled_pairs", 0.94, 0.03],
])("analyzeAspect() keeps its accuracy on %s", (name, accuracy, wrongSigns) => {
  const figures = termFigures(data(name));
  expect(figures.polarity_accuracy).toBeGreaterThan(accuracy);
  expect(figures.wrong_signs).toBeLessThan(wrongSigns);
});

if (existsSync(shared)) {
  test("analyzeText() and analyzeAspect() keep their accuracy on other kinds of reviews", () => {
    const figures = figuresOf(shared);
    expect(figures.stars_auc).toBeGreaterThan(0.925);
    expect(figures.aspect_acc).toBeGreaterThan(0.73);
    expect(figures.aspect_macro_f1).toBeGreaterThan(0.7);
    expect(figures["uci.acc"]).toBeGreaterThan(0.85);
    expect(figures["boxes.acc"]).toBeGreaterThan(0.8);
  });

  test("judgementsOf() agrees with a careful reader of real reviews", () => {
    const figures = realFigures(join(shared, "real_home_labelled.jsonl"));
    expect(figures["blame.precision"]).toBeGreaterThan(0.85);
    expect(figures["blame.recall"]).toBeGreaterThan(0.55);
    expect(figures["praise.precision"]).toBeGreaterThan(0.84);
    expect(figures["praise.recall"]).toBeGreaterThan(0.8);
    expect(figures.wrong_signs).toBeLessThan(0.03);
  });
} else console.warn(`no labelled files in ${shared}: the accuracy on other kinds of reviews is not tested`);
