/** Figures that survive a shuffle, and words that one review does not turn. */
import { expect, test } from "bun:test";
import { randomNumbers } from "../../../bench/generate_reviews.ts";
import { chanceOf, reportedUpTo } from "../../../src/insights/aggregation/figures.ts";
import type { AnalysedReview } from "../../../src/insights/mod.ts";
import { datasetOf } from "../sample.ts";
import { PRAISED, REVIEWS, shuffled } from "../steady_sample.ts";

test("shuffled dates report a direction in at most one of twenty aspects and topics", () => {
  const random = randomNumbers(5);
  // Two or three aspects of a shuffle have enough judgements in both spans to be compared.
  const directions = Array.from({ length: 60 }, () => {
    const dates = shuffled(
      REVIEWS.map(({ date }) => date),
      random,
    );
    const { aspects, topics } = datasetOf(REVIEWS.map((review, i) => ({ ...review, date: dates[i] ?? review.date })));
    return [...aspects, ...topics].map(({ direction }) => direction);
  })
    .flat()
    .filter((direction) => direction !== "insufficient_data");
  expect(directions.length).toBeGreaterThan(150);
  expect(directions.filter((direction) => direction !== "no_clear_change").length).toBeLessThanOrEqual(
    directions.length * 0.05,
  );
});

test("shuffled stars report an impact in at most one of twenty topics", () => {
  const random = randomNumbers(6);
  const impacts = Array.from({ length: 20 }, () => {
    const stars = shuffled(
      REVIEWS.map(({ rating }) => rating),
      random,
    );
    return datasetOf(REVIEWS.map((review, i) => ({ ...review, rating: stars[i] ?? 5, judgements: [] }))).topics;
  }).flat();
  expect(impacts.filter(({ rating_impact }) => rating_impact !== null).length).toBeLessThanOrEqual(
    impacts.length * 0.05,
  );
});

test.each([
  ["many critical reviews", REVIEWS],
  ["few critical reviews", PRAISED],
])(
  "one review less changes what the headline of %s names in at most 2 of 200 cases, and hardly what is criticised",
  (_, all) => {
    const whole = datasetOf(all).summary;
    const step = Math.floor(all.length / 200) || 1;
    const others = Array.from({ length: 200 }, (_, i) => datasetOf(all.filter((_, at) => at !== i * step)).summary);
    const changed = (of: (summary: typeof whole) => unknown) =>
      others.filter((summary) => `${of(summary)}` !== `${of(whole)}`).length;
    expect(changed(({ headline }) => headline.replace(/\d+/g, ""))).toBeLessThanOrEqual(2);
    expect(changed(({ improvements }) => improvements)).toBeLessThanOrEqual(10);
  },
);

test("a headline praises the aspect with the surely highest share of praise, from three reviews on", () => {
  const judged = (count: number) =>
    REVIEWS.slice(0, count).map((review, i): AnalysedReview => {
      const words = { certainty: 0.99, start: 0, end: 0 };
      const price = { aspect: "price_value", sentiment: i % 2 === 0 ? "unclear" : "positive", ...words } as const;
      return { ...review, rating: 5, judgements: [{ aspect: "honesty", sentiment: "positive", ...words }, price] };
    });
  expect(datasetOf(judged(40)).summary.headline).toBe("Most praised: honesty (40 of 40)");
  expect(datasetOf(judged(2)).summary.headline).toBe("5.0 of 5 stars");
});

test("a real change is significant, and one review among ten is not", () => {
  const votes = (values: readonly number[]) => ({
    count: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    squares: values.reduce((sum, value) => sum + value * value, 0),
  });
  const good = votes(Array(40).fill(5));
  const bad = votes([...Array(20).fill(1), ...Array(20).fill(5)]);
  expect(chanceOf(good, bad)).toBeLessThan(0.001);
  expect(chanceOf(votes([...Array(9).fill(1), -1]), votes(Array(100).fill(1)))).toBeGreaterThan(0.05);
  expect(chanceOf(votes(Array(10).fill(1)), votes([...Array(5).fill(-1), ...Array(95).fill(1)]))).toBeGreaterThan(0.05);
  expect(chanceOf(votes(Array(9).fill(5)), good)).toBeNull();
});

test("reportedUpTo() lets five of a hundred discoveries be chance, and none of nothing", () => {
  expect(reportedUpTo([])).toBe(0);
  expect(reportedUpTo([0.04, 0.5, null, 0.9])).toBe(0);
  expect(reportedUpTo([0.001, 0.02, 0.9, 0.8])).toBe(0.02);
});
