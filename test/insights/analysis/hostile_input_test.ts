import { expect, test } from "bun:test";
import { analyzeAspect, analyzeReview, analyzeText, explainReview, judgementsOf } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const HOSTILE: Record<string, string> = {
  "20,000 characters of one emoji": "😡".repeat(10_000),
  "20,000 exclamation marks": "!".repeat(20_000),
  "nested negations": "not ".repeat(5_000),
  "alternating contrast": "good but bad ".repeat(1_600),
  "one word of 20,000 letters": "a".repeat(20_000),
  "one elongated word": `so${"o".repeat(20_000)} good`,
  "lone combining marks": "\u0301".repeat(20_000),
  "lone surrogates": "\ud83d".repeat(10_000) + "\udca9".repeat(10_000),
  "control characters": "\u0000\u0001\u001b[2J".repeat(4_000),
  "quotes and apostrophes": `'${"’'".repeat(10_000)}`,
  "open phrases": "they never ever even ".repeat(1_000),
  numbers: "1.2.3,4:5 ".repeat(2_000),
  "capital names": "Mike Rosa Will May ".repeat(1_000),
  markup: "<script>alert(1)</script> great ".repeat(700),
  "right to left": "\u202e great work \u202c".repeat(1_000),
};

for (const [name, text] of Object.entries(HOSTILE)) {
  test(`the engine reads ${name} without failing, within its bounds`, () => {
    const analysis = analyzeReview({ id: "r", title: text, text, author_name: text.slice(0, 80) }, CATALOG_BUSINESS);
    expect(JSON.stringify(analysis).length).toBeLessThan(4_000);
    expect(Math.abs(analyzeText(text).sentiment)).toBeLessThanOrEqual(1);
    expect(Math.abs(analyzeAspect(text, text.slice(0, 40)).sentiment)).toBeLessThanOrEqual(1);
    for (const rating of [1, 5]) {
      for (const { start, end } of judgementsOf(analysis, rating)) {
        expect(start).toBeLessThan(end);
        expect(end - start).toBeLessThanOrEqual(240);
      }
      explainReview({ text, rating }, CATALOG_BUSINESS);
    }
  });
}

test("analyzeReview() reads the first 8,000 characters of a longer text and sets is_truncated", () => {
  const analysis = analyzeReview(
    { id: "r", title: null, text: `${"It was great. ".repeat(600)}It was terrible.`, author_name: null },
    CATALOG_BUSINESS,
  );
  expect(analysis.is_truncated).toBe(true);
  expect(analysis.label).toBe("positive");
});

test("analyzeReview() quotes by UTF-16 offsets, also behind emoji and combining marks", () => {
  const text = "👍🏽 Cafe\u0301 sink! The crew left a mess in the hallway.";
  const analysis = analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS);
  const { start, end } = judgementsOf(analysis, 1).find(({ aspect }) => aspect === "cleanliness")!;
  expect(text.slice(start, end)).toBe("The crew left a mess in the hallway.");
});
