import { expect, test } from "bun:test";
import { english } from "../../../src/insights/analysis/languages.ts";
import { factOf, flagOf, inList, ReadLanguage } from "../../../src/insights/analysis/lexeme.ts";
import { ABSENT, NumberTable } from "../../../src/insights/analysis/number_tables.ts";

test("ReadLanguage.lexemeOf() gives the same lexeme for the same word, and keeps what was learned however many words pass by", () => {
  const number = english().learnWord("plumber-of-this-test");
  for (let i = 0; i < 40_000; i++) english().lexemeOf(`word${i}`);
  expect(english().lexemeOf("plumber-of-this-test").number).toBe(number);
  expect(english().lexemeOf("once")).toBe(english().lexemeOf("once"));
});

test("factOf() works a fact out once a word", () => {
  let count = 0;
  const lengthOf = factOf((word) => {
    count++;
    return word.length;
  });
  expect([lengthOf(english().lexemeOf("leak")), lengthOf(english().lexemeOf("leak"))]).toEqual([4, 4]);
  expect(count).toBe(1);
});

test("flagOf() asks a question once a word, and keeps the answers to several apart", () => {
  let count = 0;
  const isLong = flagOf((word) => {
    count++;
    return word.length > 4;
  });
  const isPest = flagOf((word) => word === "moth");
  expect(["moth", "thermostat", "moth", "thermostat"].map((word) => isLong(english().lexemeOf(word)))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(["moth", "thermostat"].map((word) => isPest(english().lexemeOf(word)))).toEqual([true, false]);
  expect(count).toBe(2);
});

test("inList() asks the list of the word's own language, which may have none", () => {
  const other = new ReadLanguage({ ...english().data, ruleWords: "list\twords\nlesseners\tmenos\n" });
  const lessens = inList("lesseners");
  expect(["less", "menos"].map((word) => lessens(english().lexemeOf(word)))).toEqual([true, false]);
  expect(["less", "menos"].map((word) => lessens(other.lexemeOf(word)))).toEqual([false, true]);
  expect(inList("barriers")(other.lexemeOf("because"))).toBe(false);
});

test("NumberTable keeps thousands of numbers apart", () => {
  const table = new NumberTable(2);
  for (let i = 0; i < 5_000; i++) table.set(i * 16_384, i);
  for (let i = 0; i < 5_000; i++) expect(table.get(i * 16_384)).toBe(i);
  expect(table.get(7)).toBe(ABSENT);
});
