/** What a list of sentences cannot show of the sentiment of a text. */
import { expect, test } from "bun:test";
import { analyzeAspect, analyzeText } from "../../../src/insights/mod.ts";

test("analyzeText() stays between -1 and 1 however often a word is repeated", () => {
  const once = analyzeText("great").sentiment;
  const often = analyzeText("great ".repeat(1000)).sentiment;
  expect(often).toBeLessThanOrEqual(1);
  expect(often).toBeGreaterThanOrEqual(once);
});

test("analyzeAspect() takes the occurrence that starts at `start`", () => {
  const text = "Price was fair. When they came back the price was outrageous.";
  expect(analyzeAspect(text, "price", text.lastIndexOf("price")).label).toBe("negative");
  expect(analyzeAspect(text, "Price", 0).label).toBe("positive");
});

test("analyzeAspect() is neutral for a term that does not occur", () => {
  expect(analyzeAspect("Great work.", "warranty")).toEqual({ sentiment: 0, label: "neutral" });
});
