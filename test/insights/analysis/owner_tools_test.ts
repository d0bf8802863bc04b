import { expect, test } from "bun:test";
import { join } from "node:path";
import { PHRASE_LISTS, phrasesOf } from "../../../src/insights/analysis/lexicon.ts";
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

test("suggestNames() suggests names used like a technician's in two reviews, no listed one and no plain word", () => {
  const reviews = [
    { id: "1", text: "Oscar was great and Mike helped." },
    { id: "2", text: "Our tech Oscar knew it all." },
    { id: "3", text: "My husband Peter was happy." },
    { id: "4", text: "My husband Peter called." },
    { id: "5", text: "Technician Lena came. Springfield is far." },
    { id: "6", text: "Sink was fixed." },
    { id: "7", text: "Sink was clogged, the sink is fine now." },
  ];
  expect(suggestNames(reviews, CATALOG_BUSINESS)).toEqual([{ name: "Oscar", review_count: 2, review_ids: ["1", "2"] }]);
});

test("every phrase of the lexicon has its counts of texts that bear it out and contradict it beside it", async () => {
  const file = join(import.meta.dir, "../data/phrase_statistics.tsv");
  const rows = (await Bun.file(file).text()).trimEnd().split("\n").slice(1);
  const counted = new Set(rows.map((row) => row.split("\t")[4]));
  const phrases = PHRASE_LISTS.flatMap(({ tsv }) => phrasesOf(tsv).map(({ pattern }) => pattern));
  expect(phrases.length).toBe(rows.length);
  expect(phrases.filter((phrase) => !counted.has(phrase))).toEqual([]);
  for (const row of rows) expect(row).toMatch(/^[a-z]+\t-?[\d.]+\t\d+\t\d+\t/);
});
