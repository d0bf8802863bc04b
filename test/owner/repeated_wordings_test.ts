import { expect, test } from "bun:test";
import { repeatedWordings } from "../../src/owner/repeated_wordings.ts";

test("repeatedWordings() finds the longest runs of four words or more that two texts share, whatever their case and accents", () => {
  const texts = [
    "Avoid! They NEVER showed up, and charged me. Awful.",
    "They never showed up and charged me twice",
    "they névér shöwed up",
    "Late, and rude.",
    "Late and rude",
  ];
  expect(repeatedWordings(texts)).toEqual([
    { wording: "they névér shöwed up", count: 3 },
    { wording: "They NEVER showed up, and charged me", count: 2 },
  ]);
  expect(repeatedWordings(["one two three four one two three four"])).toEqual([]);
});
