/** Tables that come with the program. */
import { expect, test } from "bun:test";
import { rowsOf } from "../../src/review/mod.ts";

test("rowsOf() gives the cells of each row by column, without comments and empty lines", () => {
  const table = "# words by value\nvalue\twords\n1.5\tgood fine\n\n# blame\n-2\tbad\n";
  expect(rowsOf(table, "value", "words")).toEqual([
    { value: "1.5", words: "good fine" },
    { value: "-2", words: "bad" },
  ]);
});

test("rowsOf() shows the row that has more or fewer cells than columns", () => {
  expect(() => rowsOf("value\twords\n1.5 good\n", "value", "words")).toThrow(
    new RangeError("row of value, words has other cells: 1.5 good"),
  );
});

test("rowsOf() refuses a table with other columns", () => {
  expect(() => rowsOf("words\ngood\n", "value", "words")).toThrow(
    new RangeError("table has the columns words, not value, words"),
  );
});
