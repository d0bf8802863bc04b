import { expect, test } from "bun:test";
import { join } from "node:path";
import { type LabelledReview, readLines } from "../../../bench/insights_accuracy.ts";
import {
  type AnalysedReview,
  analyzeReview,
  InsightsBuilder,
  readAnalysis,
  writeAnalysis,
} from "../../../src/insights/mod.ts";
import { analysed, CATALOG_BUSINESS, datasetOf, ENGLISH, NO_WITHHOLDING, SEARCH_URL } from "../sample.ts";

const LABELLED = readLines<LabelledReview>(join(import.meta.dir, "../data/labelled_tuning.jsonl"));

const REVIEWS = LABELLED.map(({ id, text }, i): AnalysedReview => {
  return analysed({ id, text, rating: 1 + (i % 5), date: `20${26 - (i % 5)}-0${1 + (i % 9)}-15` });
});

test("InsightsBuilder counts each review once as it passes, and answers as buildInsights() does", () => {
  const newestFirst = REVIEWS.toSorted((a, b) =>
    a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date < b.date ? 1 : -1,
  );
  const builder = new InsightsBuilder({
    business: CATALOG_BUSINESS,
    words: ENGLISH,
    overrides: {},
    searchUrl: SEARCH_URL,
  });
  for (const review of newestFirst) builder.add(review);
  expect(builder.finish(NO_WITHHOLDING)).toEqual(datasetOf(REVIEWS));
});

test("readAnalysis() reads all that writeAnalysis() wrote, for every kind of text", () => {
  const texts = [
    ...LABELLED.map(({ text }) => text),
    "",
    "Très bon travail, je recommande vivement.",
    "👍",
    "x".repeat(9_000),
  ];
  for (const text of texts) {
    const analysis = analyzeReview({ id: "a", title: "Mike", text, author_name: null }, CATALOG_BUSINESS);
    expect(readAnalysis(writeAnalysis(analysis))).toEqual(analysis);
  }
});

test("topics are chosen among the newest 20,000 reviews, and counted in all", () => {
  const [withTopic, without] = ["The thermostat was quickly installed.", "The hallway was quickly painted."].map(
    (text) => analysed({ id: "a", text, rating: 5, date: "2026-01-01" }),
  );
  const reviews = Array.from({ length: 20_020 }, (_, i): AnalysedReview => {
    const own = i % 10 === 0 ? withTopic : without;
    return { ...own!, id: `r${i}`, analysis: { ...own!.analysis!, digest: i } };
  });
  expect(datasetOf(reviews).topics.map(({ id, review_count }) => [id, review_count])).toEqual([["thermostat", 2002]]);
});

test("equal texts count once for topics, whatever their dates", () => {
  const text = "The water softener works nicely and the water softener is quiet.";
  const copies = Array.from({ length: 5 }, (_, i) =>
    analysed({ id: `c${i}`, date: `2026-0${i + 1}-01`, rating: 5, text }),
  );
  expect(datasetOf(copies).topics).toEqual([]);
});
