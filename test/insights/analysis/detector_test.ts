import { expect, test } from "bun:test";
import { eld } from "eld/small";
import { randomNumbers } from "../../../bench/generate_reviews.ts";
import { analyzeReview } from "../../../src/insights/mod.ts";
import { CATALOG_BUSINESS } from "../sample.ts";

const ENOUGH = 300;

/** Letters of several scripts. */
const ALPHABETS =
  "abcdefghijklmnopqrstuvwxyz|äöüßéèçàñbdt|абвгдежзийклмн|漢字かなカナ|עבריתלמנ|한국말사람|ไทยกขค|αβγδεζηθ"
    .split("|")
    .map((letters) => Array.from(letters));

/** Words that no list knows, so that their n-grams alone name a language. */
function randomText(random: () => number): string {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const upTo = (least: number, most: number) => least + Math.floor(random() * (most - least));
  const usual = pick(ALPHABETS);
  const other = pick(ALPHABETS);
  const word = () => Array.from({ length: upTo(6, 16) }, () => pick(random() < 0.9 ? usual : other)).join("");
  return Array.from({ length: upTo(8, 60) }, word).join(pick([" ", ", ", "’n ", "\n- "]));
}

test("analyzeReview() names the language that eld finds, in any script, however many words it has read", () => {
  const random = randomNumbers(11);
  const texts = Array.from({ length: 1000 }, () => randomText(random));
  const found = texts.map((text) => {
    return analyzeReview({ id: "r", title: null, text, author_name: null }, CATALOG_BUSINESS).language;
  });
  expect(new Set(found).size).toBeGreaterThan(20);
  expect(found).toEqual(texts.map((text) => eld.detect(text.slice(0, ENOUGH)).language || "und"));
});
