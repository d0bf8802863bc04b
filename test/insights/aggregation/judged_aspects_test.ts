import { expect, test } from "bun:test";
import { analyzeReview, judgeWith } from "../../../src/insights/mod.ts";

const NO_CATALOG = { technicians: [], services: [], service_areas: [] };
const NO_STARS = { punctuality: null, workmanship: null, price: null, cleanliness: null };

function judgedOf(text: string, aspectRatings: Partial<typeof NO_STARS> | Record<string, number>, corrections = {}) {
  const analysis = analyzeReview({ id: "r1", title: null, text, author_name: null }, NO_CATALOG);
  const judge = judgeWith(corrections);
  const judgements = judge({ id: "r1", rating: 4, aspectRatings: { ...NO_STARS, ...aspectRatings }, analysis });
  return Object.fromEntries(judgements.map(({ aspect, sentiment, certainty }) => [aspect, [sentiment, certainty]]));
}

test("judgeWith() takes the author's stars for an aspect as the judgement, despite the words", () => {
  expect(judgedOf("He arrived on time.", { punctuality: 1 }).punctuality).toEqual(["negative", 1]);
  expect(judgedOf("", { price: 5, cleanliness: 3 })).toEqual({
    price_value: ["positive", 1],
    cleanliness: ["unclear", 1],
  });
});

test("judgeWith() lets no correction of the owner's stand against the author's stars", () => {
  const corrections = [{ review_id: "r1", aspect: "workmanship" as const, label: "positive" as const }];
  expect(judgedOf("", { workmanship: 2 }, { corrections }).workmanship).toEqual(["negative", 1]);
  expect(judgedOf("", {}, { corrections }).workmanship).toEqual(["positive", 1]);
});
