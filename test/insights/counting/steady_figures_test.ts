/** Figures that survive a shuffle, and words that one review does not turn. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { chanceOf, reportedUpTo } from "../../../src/insights/counting/statistics.ts";
import { type AnalysedReview, analyzeReview, buildInsights, foundMentions } from "../../../src/insights/mod.ts";
import { randomNumbers } from "../../bench/generate_reviews.ts";
import { type LabelledReview, readLines } from "../../bench/insights_accuracy.ts";
import { CATALOG_BUSINESS, NO_WITHHOLDING, SEARCH_URL } from "../sample.ts";

const FILES = ["labelled_tuning", "voices_one_tuning", "voices_two_tuning", "home_services"];
const LABELLED = FILES.flatMap((name) => readLines<LabelledReview>(join(import.meta.dir, `../data/${name}.jsonl`)));
const STARS = { positive: 5, neutral: 4, mixed: 3, negative: 1 };

/** Two good reviews for each bad one, over two years, all of whose texts are labelled ones. */
const REVIEWS: readonly AnalysedReview[] = Array.from({ length: 400 }, (_, index): AnalysedReview => {
  const wanted = index % 5 < 4 ? "positive" : "negative";
  const fitting = LABELLED.filter(({ overall }) => overall === wanted);
  const { text, overall } = fitting[(index * 7) % fitting.length] as LabelledReview;
  const analysis = analyzeReview({ id: `r${index}`, title: null, text, author_name: null }, CATALOG_BUSINESS);
  const mentions = foundMentions(analysis, CATALOG_BUSINESS);
  return { id: `r${index}`, date: dayAfter(index % 700), rating: STARS[overall], text, mentions, analysis };
});

function dayAfter(days: number): string {
  return new Date(Date.UTC(2024, 6, 1 + days * 1.7)).toISOString().slice(0, 10);
}

function build(reviews: readonly AnalysedReview[]) {
  return buildInsights({
    business: CATALOG_BUSINESS,
    overrides: {},
    searchUrl: SEARCH_URL,
    reviews,
    transparency: NO_WITHHOLDING,
  });
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j] as Item, mixed[i] as Item];
  }
  return mixed;
}

test("shuffled dates report a direction in at most one of twenty aspects and topics", () => {
  const random = randomNumbers(5);
  const directions = Array.from({ length: 30 }, () => {
    const dates = shuffled(
      REVIEWS.map(({ date }) => date),
      random,
    );
    const { aspects, topics } = build(REVIEWS.map((review, i) => ({ ...review, date: dates[i] ?? review.date })));
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
    return build(REVIEWS.map((review, i) => ({ ...review, rating: stars[i] ?? 5, judgements: [] }))).topics;
  }).flat();
  expect(impacts.filter(({ rating_impact }) => rating_impact !== null).length).toBeLessThanOrEqual(
    impacts.length * 0.05,
  );
});

/** As most businesses of the trade are: one critical review among twenty. */
const PRAISED = REVIEWS.filter(({ rating }, index) => rating >= 4 || index % 20 === 4);

test.each([
  ["many critical reviews", REVIEWS],
  ["few critical reviews", PRAISED],
])("one review less changes the headline of %s in at most 2 of 200 cases, and hardly what is criticised", (_, all) => {
  const whole = build(all).summary;
  const step = Math.floor(all.length / 200) || 1;
  const others = Array.from({ length: 200 }, (_, i) => build(all.filter((_, at) => at !== i * step)).summary);
  const changed = (of: (summary: typeof whole) => unknown) =>
    others.filter((summary) => `${of(summary)}` !== `${of(whole)}`).length;
  expect(changed(({ headline }) => headline)).toBeLessThanOrEqual(2);
  expect(changed(({ improvements }) => improvements)).toBeLessThanOrEqual(10);
});

test("a headline praises what surely more than the business's own share praise, from ten reviews on", () => {
  const judged = (count: number) =>
    REVIEWS.slice(0, count).map((review, i): AnalysedReview => {
      const words = { certainty: 0.99, start: 0, end: 0 };
      const price = { aspect: "price_value", sentiment: i % 2 === 0 ? "unclear" : "positive", ...words } as const;
      return { ...review, rating: 5, judgements: [{ aspect: "honesty", sentiment: "positive", ...words }, price] };
    });
  expect(build(judged(40)).summary.headline).toBe("Praised for honest advice");
  expect(build(judged(9)).summary.headline).toBe("5.0 of 5 stars");
});

test("a real change is reported, and one review among ten is none", () => {
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
