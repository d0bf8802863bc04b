import { expect, test } from "bun:test";
import { analyzeReview, judgementsOf, readAnalysis, writeAnalysis } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

function judged(text: string, rating: number, translation: string | null = null) {
  const analysis = analyzeReview({ id: "r", title: null, text, translation, author_name: null }, CATALOG_BUSINESS);
  const judgements = judgementsOf(analysis, rating).map(({ aspect, sentiment, start, end }) => [
    `${aspect} ${sentiment}`,
    text.slice(start, end),
  ]);
  return { analysis, judgements };
}

test("analyzeReview() counts the attributes a customer ticked on Google as votes, and does not read them as prose", () => {
  const { judgements } = judged("They came.\nCritical: Responsiveness, Value\nPositive: Quality", 4);
  expect(judgements).toEqual([
    ["responsiveness negative", "Critical: Responsiveness, Value"],
    ["workmanship positive", "Positive: Quality"],
    ["price_value negative", "Critical: Responsiveness, Value"],
  ]);
});

test("analyzeReview() takes services from Google's line, and a sentence that begins like one for prose", () => {
  const { analysis } = judged("All done.\nServices: Drain cleaning, Water heater installation", 5);
  expect(analysis.services.map(([id]) => id)).toEqual(["drain-cleaning", "water-heaters"]);
  const prose = judged("Positive: they were right on time.", 5);
  expect(prose.judgements.map(([side]) => side)).toEqual(["punctuality positive"]);
});

test("analyzeReview() reads a translation, names the language of the original and quotes nothing as the customer's words", () => {
  for (const text of [
    "(Translated by Google) They were right on time.\n\n(Original)\nZe waren heel stipt en alles was goed geregeld.",
    "Ze waren heel stipt en alles was goed geregeld.\n\n(Translated by Google)\nThey were right on time.",
  ]) {
    const { analysis, judgements } = judged(text, 5);
    expect(analysis.language).toBe("nl");
    expect(analysis.sentiment).toBeGreaterThan(0);
    expect(judgements).toContainEqual(["punctuality positive", ""]);
    expect(judgements.every(([, quote]) => quote === "")).toBe(true);
  }
});

test("analyzeReview() reads and quotes an English original rather than its translation", () => {
  const text = "(Translated by Google) Sie waren pünktlich.\n\n(Original)\nThey were right on time.";
  const { analysis, judgements } = judged(text, 5);
  expect(analysis.language).toBe("en");
  expect(judgements).toContainEqual(["punctuality positive", "They were right on time."]);
});

test("analyzeReview() reads a translation that is all there is, without naming a language", () => {
  const { analysis, judgements } = judged("(Translated by Google) They overcharged us.", 1);
  expect(analysis.language).toBe("und");
  expect(judgements).toEqual([["price_value negative", ""]]);
});

test("analyzeReview() reads the translation beside a text whose language it does not read, and quotes nothing of it", () => {
  const text = "Ze waren heel stipt en alles was goed geregeld.";
  const { analysis, judgements } = judged(text, 5, "They were right on time.");
  expect(analysis).toMatchObject({ language: "nl", is_translated: true });
  expect(judgements).toEqual([["punctuality positive", ""]]);
  expect(judged(text, 5).judgements).toEqual([]);
});

test("analyzeReview() reads and quotes a German text rather than its translation", () => {
  const { analysis, judgements } = judged("Sie waren pünktlich und alles war gut.", 5, "They were late.");
  expect(analysis).toMatchObject({ language: "de", is_translated: false });
  expect(judgements).toEqual([["punctuality positive", "Sie waren pünktlich und alles war gut."]]);
});

test("analyzeReview() reads and quotes an English text, whatever it was translated into", () => {
  const { analysis, judgements } = judged("They were right on time.", 5, "Sie waren pünktlich.");
  expect(analysis).toMatchObject({ language: "en", is_translated: false });
  expect(judgements).toEqual([["punctuality positive", "They were right on time."]]);
});

test("analyzeReview() reads a translation without its text, and what is ticked in it", () => {
  const { analysis, judgements } = judged("", 2, "They overcharged us.\nCritical: Punctuality");
  expect(analysis).toMatchObject({ language: "und", is_translated: true });
  expect(judgements).toEqual([
    ["punctuality negative", ""],
    ["price_value negative", ""],
  ]);
});

test("an analysis keeps that a translation was read, and that a text was too long", () => {
  for (const [text, translation] of [
    ["", "They overcharged us."],
    ["x ".repeat(5000), null],
    ["sehr ".repeat(2000), "very"],
  ] as const) {
    const { analysis } = judged(text, 2, translation);
    expect(readAnalysis(writeAnalysis(analysis))).toEqual(analysis);
  }
});
