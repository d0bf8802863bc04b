import { expect, test } from "bun:test";
import { aspectOfWords } from "../../src/insights/mod.ts";

test.each([
  ["too expensive", "price_value", "negative"],
  ["left a mess", "cleanliness", "negative"],
  ["didn't show up", "punctuality", "negative"],
  ["didn’t show up", "punctuality", "negative"],
  ["are they on time", "punctuality", "positive"],
  ["do they clean up", "cleanliness", null],
] as const)("%j asks after %s, %s", (words, aspect, sentiment) => {
  expect(aspectOfWords(words)).toEqual({ aspect, sentiment });
});

test.each(["", "zebra", "the water heater", "..."])("%j asks after no aspect", (words) => {
  expect(aspectOfWords(words)).toBeNull();
});
