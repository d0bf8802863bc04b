/** Guards the measured accuracy: thresholds lie a little under the figures of `bun bench/insights.ts`. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { figuresOf, ownFigures, realFigures, termFigures } from "../../../bench/insights_accuracy.ts";

const data = (name: string) => join(import.meta.dir, "../data", `${name}.jsonl`);
const shared = join(import.meta.dir, "../../../../shared/data/insights");

test("analyzeAspect() keeps its accuracy on the labelled reviews it was tuned with", () => {
  const figures = ownFigures(data("labelled_tuning"));
  expect(figures.polarity_accuracy).toBeGreaterThan(0.9);
  expect(figures.wrong_signs).toBeLessThan(0.08);
});

test("analyzeAspect() keeps its accuracy on the labelled reviews held back while tuning", () => {
  const figures = ownFigures(data("labelled_held_out"));
  expect(figures.polarity_accuracy).toBeGreaterThan(0.88);
  expect(figures.wrong_signs).toBeLessThan(0.08);
  expect(figures.text_accuracy).toBeGreaterThan(0.85);
});

/**
 * The sentence model learns from these reviews, so that much of what it finds in them is memory: left out of the learning, engine 2.5.0 found 0.55
 * of the aspects of the second file, where it found 0.86 of them otherwise; 2.6.0, 2.8.0 and 2.9.0, which learn from more beside them, find 0.74,
 * 0.71 and 0.70 otherwise.
 */
test("analyzeReview() finds most aspects of the labelled reviews, and hardly any that are not in them", () => {
  for (const name of ["labelled_tuning", "labelled_held_out"]) {
    const figures = ownFigures(data(name));
    expect(figures.aspect_precision).toBeGreaterThan(0.94);
    expect(figures.aspect_recall).toBeGreaterThan(0.66);
  }
});

test("analyzeReview() credits no technician of the labelled reviews with another's work", () => {
  const [tuning, held] = [ownFigures(data("labelled_tuning")), ownFigures(data("labelled_held_out"))];
  expect(Number(tuning.technicians_wrong) + Number(held.technicians_wrong)).toBe(0);
});

test("analyzeAspect() keeps its accuracy on the labelled terms that extended its phrases", () => {
  const figures = termFigures(data("labelled_terms"));
  expect(figures.polarity_accuracy).toBeGreaterThan(0.9);
  expect(figures.wrong_signs).toBeLessThan(0.04);
});

test("analyzeAspect() keeps its accuracy on the freshly labelled terms of varied voices", () => {
  const figures = termFigures(data("labelled_fresh"));
  expect(figures.polarity_accuracy).toBeGreaterThan(0.8);
  expect(figures.wrong_signs).toBeLessThan(0.08);
});

test("analyzeAspect() keeps its accuracy on the plain pairs of praise and blame that extended its phrases", () => {
  const figures = termFigures(data("labelled_pairs"));
  expect(figures.polarity_accuracy).toBeGreaterThan(0.94);
  expect(figures.wrong_signs).toBeLessThan(0.03);
});

/** Written by two people who had not seen the phrases; all of it was read in the end, the held-out halves last. */
const VOICES = [
  { name: "voices_one_tuning", accuracy: 0.85, wrongSigns: 0.07 },
  { name: "voices_two_tuning", accuracy: 0.77, wrongSigns: 0.14 },
  { name: "voices_one_held_out", accuracy: 0.63, wrongSigns: 0.18 },
  { name: "voices_two_held_out", accuracy: 0.62, wrongSigns: 0.23 },
];

for (const { name, accuracy, wrongSigns } of VOICES) {
  test(`analyzeReview() keeps its accuracy on ${name.replaceAll("_", " ")} and credits nobody with another's work`, () => {
    const figures = ownFigures(data(name));
    expect(figures.polarity_accuracy).toBeGreaterThan(accuracy);
    expect(figures.wrong_signs).toBeLessThan(wrongSigns);
    expect(figures.technicians_wrong).toBe(0);
    expect(figures.technicians_right).toBeGreaterThan(15);
  });
}

test("analyzeReview() keeps its accuracy on plain reviews of a third author that were never read", () => {
  const figures = ownFigures(data("voices_three_held_out"));
  expect(figures.polarity_accuracy).toBeGreaterThan(0.86);
  expect(figures.wrong_signs).toBeLessThan(0.07);
  expect(figures.aspect_precision).toBeGreaterThan(0.75);
  expect(figures.aspect_recall).toBeGreaterThan(0.66);
  expect(figures.technicians_wrong).toBe(0);
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
