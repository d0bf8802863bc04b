import { expect, test } from "bun:test";
import { factOf, flagOf, isOneOf, learnWord, lexemeOf } from "../../../src/insights/analysis/lexeme.ts";
import { ABSENT, NumberTable } from "../../../src/insights/analysis/number_tables.ts";

test("lexemeOf() gives the same lexeme for the same word, and keeps what was learned however many words pass by", () => {
  const number = learnWord("plumber-of-this-test");
  for (let i = 0; i < 40_000; i++) lexemeOf(`word${i}`);
  expect(lexemeOf("plumber-of-this-test").number).toBe(number);
  expect(lexemeOf("once")).toBe(lexemeOf("once"));
});

test("factOf() works a fact out once a word", () => {
  let count = 0;
  const lengthOf = factOf((word) => {
    count++;
    return word.length;
  });
  expect([lengthOf(lexemeOf("leak")), lengthOf(lexemeOf("leak"))]).toEqual([4, 4]);
  expect(count).toBe(1);
});

test("flagOf() asks a question once a word, and keeps the answers to several apart", () => {
  let count = 0;
  const isLong = flagOf((word) => {
    count++;
    return word.length > 4;
  });
  const isPest = isOneOf(new Set(["moth"]));
  expect(["moth", "thermostat", "moth", "thermostat"].map((word) => isLong(lexemeOf(word)))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(["moth", "thermostat"].map((word) => isPest(lexemeOf(word)))).toEqual([true, false]);
  expect(count).toBe(2);
});

test("NumberTable keeps thousands of numbers apart", () => {
  const table = new NumberTable(2);
  for (let i = 0; i < 5_000; i++) table.set(i * 16_384, i);
  for (let i = 0; i < 5_000; i++) expect(table.get(i * 16_384)).toBe(i);
  expect(table.get(7)).toBe(ABSENT);
});
