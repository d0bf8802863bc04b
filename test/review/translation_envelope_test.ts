import { describe, expect, test } from "bun:test";
import { openEnvelope, publishableReply } from "../../src/review/mod.ts";

describe("openEnvelope()", () => {
  test.each([
    ["no envelope", "Good work", "Good work", null],
    ["the original first", "Sehr gut\n\n(Translated by Google)\nVery good", "Sehr gut", "Very good"],
    [
      "the original first, Windows lines",
      "Sehr gut\r\n\r\n(Translated by Google)\r\nVery good",
      "Sehr gut",
      "Very good",
    ],
    ["the original first, nothing after", "Sehr gut\n\n(Translated by Google)\n", "Sehr gut", null],
    ["the translation first", "(Translated by Google) Very good\n\n(Original)\nSehr gut", "Sehr gut", "Very good"],
    [
      "the translation first, the mark twice",
      "(Translated by Google) A\n(Original)\nB (Original) C",
      "B (Original) C",
      "A",
    ],
    ["a translation alone", "(Translated by Google) Very good", null, "Very good"],
    ["a translation with an empty original", "(Translated by Google) Very good\n\n(Original)\n", null, "Very good"],
    ["an envelope within another", "(Translated by Google) A\n(Original)\nB\n(Translated by Google)\nC", "B", "A"],
    [
      "a mark that an isolate of the translation hides",
      "\u2067(Translated by Google) \u2069\n(Translated by Google)\nא",
      null,
      "א",
    ],
    ["the mark in mid-sentence", "It said (Translated by Google) on it", "It said (Translated by Google) on it", null],
    ["the other mark alone", "Best (Original) pizza", "Best (Original) pizza", null],
  ])("%s", (_case, text, original, translation) => {
    expect(openEnvelope(text)).toEqual({ original, translation });
  });
});

test("publishableReply() keeps the mark on a machine's words, and changes nothing the second time", () => {
  const once = publishableReply("(Translated by Google)   Very good");
  expect(once).toBe("(Translated by Google) Very good");
  expect(publishableReply(once)).toBe(once);
  expect(publishableReply("(Translated by Google)")).toBe("(Translated by Google)");
});
