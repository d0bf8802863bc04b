import { expect, test } from "bun:test";
import { join } from "node:path";
import { english } from "../../../src/insights/analysis/languages.ts";
import { phraseLists, readPhrases } from "../../../src/insights/analysis/lexicon.ts";
import { explainReview, suggestNames } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

test("explainReview() shows which words gave which vote", () => {
  const explained = explainReview(
    { text: "Mike was right on time. They overcharged us.", rating: 3 },
    CATALOG_BUSINESS,
  );
  expect(explained.language).toBe("en");
  expect(explained.mentions.map(({ aspect, words }) => [aspect, words])).toEqual([
    ["punctuality", "right on time"],
    ["price_value", "overcharged"],
  ]);
  expect(explained.votes.map(({ aspect, sentiment }) => [aspect, sentiment])).toEqual([
    ["punctuality", "positive"],
    ["price_value", "negative"],
  ]);
  expect(explained.entities).toEqual([{ kind: "technician", id: "mike", words: "Mike" }]);
});

/** Five reviews of one text. */
const five = (text: string) => Array.from({ length: 5 }, (_, i) => ({ id: `${text.slice(0, 9)}${i}`, text }));

const suggested = (texts: readonly string[], name = "Northside") =>
  suggestNames(texts.flatMap(five), { ...CATALOG_BUSINESS, name }).map((own) => `${own.name} ${own.review_count}`);

test("suggestNames() suggests names used like a technician's in five reviews, no listed one and no plain word", () => {
  const texts = [
    "Oscar was great and Mike helped.",
    "My husband Peter was happy.",
    "Technician Lena came. Springfield is far.",
    "Sink was clogged, the sink is fine now.",
  ];
  expect(suggested(texts)).toEqual(["Lena 5", "Oscar 5"]);
  expect(suggestNames(texts.flatMap(five).slice(0, 4), CATALOG_BUSINESS)).toEqual([]);
});

test("suggestNames() ignores words of the business's name, signatures and qualities, and joins names that differ in accents", () => {
  expect(suggested(["Rooter came at once.", "We hired them. Standout was prompt."], "Stand Out Rooter")).toEqual([]);
  expect(suggested(["They came on Monday. Best regards, Ottilie came to like it."])).toEqual([]);
  expect(suggested(["Communication was great.", "Honesty was refreshing."])).toEqual([]);
  expect(suggested(["Zoë was great.", "Zoe fixed it."])).toEqual(["Zoë 10"]);
});

test("every phrase of the lexicon has its counts of texts that bear it out and contradict it beside it", async () => {
  const file = join(import.meta.dir, "../data/phrase_statistics.tsv");
  const rows = (await Bun.file(file).text()).trimEnd().split("\n").slice(1);
  const counted = new Set(rows.map((row) => row.split("\t")[4]));
  const phrases = phraseLists(english()).flatMap(({ tsv }) => readPhrases(tsv).map(({ pattern }) => pattern));
  expect(phrases.length).toBe(rows.length);
  expect(phrases.filter((phrase) => !counted.has(phrase))).toEqual([]);
  for (const row of rows) expect(row).toMatch(/^[a-z]+\t-?[\d.]+\t\d+\t\d+\t/);
});
