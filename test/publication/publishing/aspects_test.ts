/** A published review contains its aspects as `/insights.json` counts them. */
import { expect, test } from "bun:test";
import { analyzeReview, judgeWith } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../../insights/sample.ts";

const TEXT = "He was right on time. They overcharged us.";
const analysis = analyzeReview({ id: "r1", title: null, text: TEXT, author_name: null }, CATALOG_BUSINESS);
const judged = (overrides: Parameters<typeof judgeWith>[0], rating = 3) =>
  judgeWith(overrides)({ id: "r1", rating, analysis }).map(({ aspect, sentiment, certainty, start, end }) => [
    aspect,
    sentiment,
    certainty,
    TEXT.slice(start, end),
  ]);

test("judgeWith() quotes the words it judges, with a certainty that the stars move", () => {
  const [punctuality, price] = judged({});
  expect(punctuality?.slice(0, 2)).toEqual(["punctuality", "positive"]);
  expect(price?.slice(0, 2)).toEqual(["price_value", "negative"]);
  expect(price?.[3]).toBe("They overcharged us.");
  const [, amongFiveStars] = judged({}, 5);
  expect(Number(amongFiveStars?.[2] ?? 0)).toBeLessThan(Number(price?.[2]));
});

test("judgeWith() puts the owner's corrections in, and leaves hidden aspects out", () => {
  const corrections = [{ review_id: "r1", aspect: "price_value", label: "none" } as const];
  expect(judged({ corrections }).map(([aspect]) => aspect)).toEqual(["punctuality"]);
  const set = [{ review_id: "r1", aspect: "speed", label: "positive" } as const];
  expect(judged({ corrections: set }).at(-1)).toEqual(["speed", "positive", 1, ""]);
  expect(judged({ hidden_aspects: ["punctuality"] }).map(([aspect]) => aspect)).toEqual(["price_value"]);
});

test("judgeWith() leaves out what rests on muted expressions alone", () => {
  expect(judged({ muted_phrases: ["overcharged"] }).map(([aspect]) => aspect)).toEqual(["punctuality"]);
});
