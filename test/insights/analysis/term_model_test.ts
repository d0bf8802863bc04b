/** Tests that the term model tells the terms of one sentence apart, and that what it learns from is read as it is written. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LABELS, mamsTerms } from "../../../scripts/insights_training/labelled_terms.ts";
import { fittedTerms } from "../../../scripts/insights_training/term_fit.ts";
import { analyzeAspect, analyzeReview } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

test("analyzeAspect() takes opposite sides toward two terms of one sentence", () => {
  const text = "The technician was friendly and quick, but the office never called back.";
  expect(analyzeAspect(text, "technician").label).toBe("positive");
  expect(analyzeAspect(text, "office").label).toBe("negative");
});

test("analyzeAspect() takes no side toward a term that is only named", () => {
  expect(analyzeAspect("We had the kitchen done last year and they came back for the hallway.", "hallway").label).toBe(
    "neutral",
  );
  expect(analyzeAspect("", "hallway").label).toBe("neutral");
});

test("analyzeReview() lets a service off that another clause of its sentence blames somebody for", () => {
  const text = "The drain cleaning was excellent, but the office was rude and overcharged us.";
  const { services } = analyzeReview({ id: "a", title: null, text, author_name: null }, CATALOG_BUSINESS);
  expect(services).toHaveLength(1);
  expect(services[0]?.[1]).toBeGreaterThan(150);
});

test("mamsTerms() finds terms behind entities, and is null without the sentences", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goodword-mams-"));
  try {
    expect(mamsTerms(undefined)).toBeNull();
    expect(mamsTerms(folder)).toBeNull();
    mkdirSync(join(folder, "data/MAMS-ATSA/raw"), { recursive: true });
    await Bun.write(
      join(folder, "data/MAMS-ATSA/raw/train.xml"),
      `<sentences><sentence><text>Warm bread &amp; butter, cold soup.</text><aspectTerms>
      <aspectTerm from="5" polarity="positive" term="bread &amp; butter" to="19"/>
      <aspectTerm from="27" polarity="negative" term="soup" to="31"/></aspectTerms></sentence></sentences>`,
    );
    const text = "Warm bread & butter, cold soup.";
    expect(mamsTerms(folder)).toEqual([
      { text, term: "bread & butter", start: 5, label: LABELS.indexOf("positive") },
      { text, term: "soup", start: 26, label: LABELS.indexOf("negative") },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("fittedTerms() learns what a word around a term says, and the same from the same text", () => {
  const terms = (word: string, label: number) =>
    ["soup", "bread", "tea", "rice"].map((term) => ({ text: `The ${term} was ${word}.`, term, start: 4, label }));
  const own = [...terms("zesty", 0), ...terms("brown", 1), ...terms("tepid", 2)];
  const { words, ...sums } = fittedTerms(own, own);
  const [praise = 0, blame = 0] = words.get("zesti") ?? words.get("zesty") ?? [];
  expect(praise).toBeGreaterThan(blame);
  expect(JSON.stringify({ sums, words: [...words] })).toBe(
    JSON.stringify((({ words: again, ...rest }) => ({ sums: rest, words: [...again] }))(fittedTerms(own, own))),
  );
});
