import { expect, test } from "bun:test";
import { analyzeAspect, analyzeText } from "../../../src/insights/mod.ts";

const label = (text: string) => analyzeText(text).label;

test("analyzeText() distinguishes praise, blame and neutral text", () => {
  expect(label("Great work, friendly crew.")).toBe("positive");
  expect(label("Rude, late and overpriced.")).toBe("negative");
  expect(label("They came on the 4th of March.")).toBe("neutral");
});

test("analyzeText() turns an opinion around when its clause is negated", () => {
  for (const [plain, negated] of [
    ["The work was good.", "The work was not good."],
    ["The technician was polite.", "The technician wasn't polite."],
    ["I would recommend them.", "I would not recommend them."],
    ["He was helpful.", "He was never helpful."],
  ] as const) {
    expect(label(plain)).toBe("positive");
    expect(label(negated)).toBe("negative");
  }
});

test("analyzeText() reads idioms with a negator inside as they are meant", () => {
  expect(label("No complaints.")).toBe("positive");
  expect(label("We couldn't be happier.")).toBe("positive");
  expect(label("Couldn't find a better plumber anywhere.")).toBe("positive");
  expect(label("A no-show.")).toBe("negative");
});

test("analyzeText() takes a negator without an opinion for a mild complaint", () => {
  expect(label("They did not finish the sink.")).toBe("negative");
});

test("analyzeText() reads negations whose apostrophe was lost", () => {
  expect(label("The tech wasn t helpful")).toBe("negative");
  expect(label("The tech wasnt helpful")).toBe("negative");
  expect(label("The tech wasn’t helpful")).toBe("negative");
});

test("analyzeText() takes sentiment from emoji", () => {
  expect(label("👍👍")).toBe("positive");
  expect(label("😡")).toBe("negative");
});

test("analyzeText() stays between -1 and 1 however often a word is repeated", () => {
  const once = analyzeText("great").sentiment;
  const often = analyzeText("great ".repeat(1000)).sentiment;
  expect(often).toBeLessThanOrEqual(1);
  expect(often).toBeGreaterThanOrEqual(once);
});

test("analyzeAspect() judges each side of a contrast by its own clause", () => {
  const text = "The install looks great, but he was two hours late.";
  expect(analyzeAspect(text, "install").label).toBe("positive");
  expect(analyzeAspect(text, "late").label).toBe("negative");
});

test("analyzeAspect() takes the occurrence that starts at `start`", () => {
  const text = "Price was fair. When they came back the price was outrageous.";
  expect(analyzeAspect(text, "price", text.lastIndexOf("price")).label).toBe("negative");
  expect(analyzeAspect(text, "Price", 0).label).toBe("positive");
});

test("analyzeAspect() is neutral for a term that does not occur", () => {
  expect(analyzeAspect("Great work.", "warranty")).toEqual({ sentiment: 0, label: "neutral" });
});

test("analyzeAspect() is neutral for a term that is only mentioned", () => {
  expect(analyzeAspect("They replaced the garbage disposal last Friday.", "garbage disposal").label).toBe("neutral");
});
