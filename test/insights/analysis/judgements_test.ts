/** What stars do to words, and what they do not: docs/insights.md, "From text to votes", 6 and 7. Single sentences are in data/sentences.txt. */
import { expect, test } from "bun:test";
import { analyzeReview, judgementsOf, namedJudgement, wholeJudgement } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

test("analyzeReview() takes the second of a pair for no exception: not only, but also", () => {
  const concededIn = (text: string) =>
    analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS).aspects.map((vote) => vote[8]);
  expect(concededIn("Not only were they late but they were also rude.")).not.toContain(1);
  expect(concededIn("Nicht nur unpünktlich, auch unfreundlich.")).not.toContain(1);
  expect(concededIn("They fixed it not only fast. But they were rude.")).toContain(1);
  expect(concededIn("Nice people, but also quite expensive.")).toContain(1);
});

test("judgementsOf() believes praise under one star and blame under five stars less than the other way round", () => {
  const analysis = analyzeReview(
    { id: "r", title: null, text: "They were late and the price was fair.", author_name: null },
    CATALOG_BUSINESS,
  );
  const certainty = (aspect: string, rating: number) =>
    judgementsOf(analysis, rating).find((own) => own.aspect === aspect)?.certainty ?? 0;
  expect(certainty("punctuality", 1)).toBeGreaterThan(certainty("punctuality", 5));
  expect(certainty("price_value", 5)).toBeGreaterThan(certainty("price_value", 1));
});

test("namedJudgement() blames nobody by stars alone, and in a review of five stars hardly ever", () => {
  expect(namedJudgement(0, 1).sentiment).toBe("unclear");
  expect(namedJudgement(-600, 1).sentiment).toBe("negative");
  expect(namedJudgement(-600, 5).sentiment).not.toBe("negative");
});

test("wholeJudgement() judges a text that is not read by stars that suffice", () => {
  const sides = [5, 4, 3, 2, 1].map((rating) => wholeJudgement(null, rating).sentiment);
  expect(sides).toEqual(["positive", "positive", "unclear", "negative", "negative"]);
});

test("analyzeReview() takes neither fillers nor the words of the business's own name for aspects", () => {
  const own = { ...CATALOG_BUSINESS, name: "Honest Fair Plumbing" };
  const aspectsOf = (text: string) =>
    judgementsOf(analyzeReview({ id: "r", title: null, text, author_name: null }, own), 5).map(({ aspect }) => aspect);
  expect(aspectsOf("We called Honest Fair Plumbing on Monday.")).toEqual([]);
  expect(aspectsOf("Honestly, the sink is in the kitchen.")).toEqual([]);
});
