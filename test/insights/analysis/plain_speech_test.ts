/** Plain praise and blame of each aspect must be heard as such; exact figures are in `accuracy_test.ts`. */
import { expect, test } from "bun:test";
import { analyzeReview, judgementsOf } from "../../../src/insights/mod.ts";
import { ASPECT_IDS } from "../../../src/review/mod.ts";
import { readSentences } from "../labelled_sentences.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const SENTENCES = readSentences("plain_sentences");
const textsOf = (side?: number) => SENTENCES.filter(({ sides }) => sides[0] === side).map(({ text }) => text);

/** "aspect sentiment" of each judgement that takes a side. */
function judged(text: string, rating: number): string[] {
  const analysis = analyzeReview({ id: "r1", title: null, text, author_name: null }, CATALOG_BUSINESS);
  return judgementsOf(analysis, rating)
    .filter(({ sentiment }) => sentiment !== "unclear")
    .map(({ aspect, sentiment }) => `${aspect} ${sentiment}`);
}

/** Share of texts whose judgements are right. */
function share(texts: readonly string[], isRight: (text: string) => boolean): number {
  return texts.filter(isRight).length / texts.length;
}

for (const [at, aspect] of ASPECT_IDS.entries()) {
  const praise = textsOf(at * 2);
  const blame = textsOf(at * 2 + 1);
  test(`judgementsOf() hears plain praise of ${aspect} among five stars and plain blame of it at one`, () => {
    expect(share(praise, (text) => judged(text, 5).includes(`${aspect} positive`))).toBeGreaterThan(0.8);
    expect(share(blame, (text) => judged(text, 1).includes(`${aspect} negative`))).toBeGreaterThan(0.65);
  });
}

test("judgementsOf() takes no side where a review of three stars only reports facts", () => {
  expect(textsOf().filter((text) => judged(text, 3).length > 0)).toEqual([]);
});
