/** Plain praise and blame of each aspect must be heard as such; exact figures are in `accuracy_test.ts`. */
import { expect, test } from "bun:test";
import { ASPECT_IDS, analyzeReview } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";
import { PLAIN_FACTS, PLAIN_SPEECH } from "./plain_speech.ts";

/** "aspect label" of each vote. */
function votes(text: string): string[] {
  const { aspects } = analyzeReview({ id: "r1", title: null, text, author_name: null }, CATALOG_BUSINESS);
  return aspects.map(([id, label]) => `${id} ${label}`);
}

for (const aspect of ASPECT_IDS) {
  const { praise, blame } = PLAIN_SPEECH[aspect];
  test(`analyzeReview() votes for ${aspect} alone where plain words praise or blame nothing else`, () => {
    expect(praise.map((text) => [text, ...votes(text)])).toEqual(praise.map((text) => [text, `${aspect} positive`]));
    expect(blame.map((text) => [text, ...votes(text)])).toEqual(blame.map((text) => [text, `${aspect} negative`]));
  });
}

test("analyzeReview() takes no side where a review only tells facts", () => {
  const sided = PLAIN_FACTS.filter((text) => votes(text).some((vote) => !vote.endsWith("neutral")));
  expect(sided).toEqual([]);
});
