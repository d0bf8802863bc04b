import { expect, test } from "bun:test";
import { isOpinionWord, usesOf } from "../../../src/insights/analysis/word_use.ts";

test("usesOf() tells things from verbs and from what is said of things", () => {
  const texts = ["The carpet was old, and a carpet smells.", "We flew an international flight with the carpets."];
  expect(usesOf("carpet", texts)).toMatchObject({ found: 3, asThing: 2 });
  expect(usesOf("flew", texts)).toMatchObject({ found: 1, asThing: 0 });
  expect(usesOf("international", texts)).toMatchObject({ found: 1, asThing: 0 });
});

test("usesOf() counts capitals inside a sentence as a name, and those that begin one as nothing", () => {
  const { found, asName } = usesOf("canary wharf", [
    "Near Canary Wharf station.",
    "Canary Wharf is near.",
    "canary wharf",
  ]);
  expect([found, asName]).toEqual([3, 0]);
  expect(usesOf("canary wharf", ["It is near Canary Wharf."]).asName).toBe(1);
});

test("isOpinionWord() knows words that judge by themselves", () => {
  expect(["friendly", "rude", "price", "staff"].map((word) => isOpinionWord(word))).toEqual([true, true, false, false]);
});
