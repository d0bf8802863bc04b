/** csvRows() and csv-parse, a library that has read CSV for fifteen years, make the same cells of every text. */
import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { type CsvDialect, csvRows } from "../../src/import/csv.ts";
import { textPieces } from "../../src/import/decode.ts";

const dialect = fc.record<CsvDialect>({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  escapedBy: fc.constantFrom('"', "\\"),
  lineEnd: fc.constantFrom("\n", "\r"),
});

/** Cells of whatever has a meaning in some dialect, and of what has none. */
const cell = fc
  .array(fc.constantFrom(",", ";", "\t", "|", '"', "\\", "\n", "\r\n", " ", "a", "é", "😀", "\u2028", "'"), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

const written = fc.record({
  dialect,
  /** Rows of any length: ragged ones, too. */
  rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
  /** Cells that need no quotes may have them; rows may end in CRLF; the last row may end with the file. */
  coins: fc.infiniteStream(fc.boolean()),
  hasMark: fc.boolean(),
  /** Where the text is cut into pieces. */
  cuts: fc.array(fc.nat({ max: 200 }), { maxLength: 8 }),
});
type Written = typeof written extends fc.Arbitrary<infer Value> ? Value : never;

function textOf({ dialect: { delimiter, escapedBy, lineEnd }, rows, coins }: Written): string {
  const flip = () => coins.next().value === true;
  const lines = rows.map((cells) =>
    cells
      .map((each) => {
        const isAloneAndEmpty = each === "" && cells.length === 1;
        if (!isAloneAndEmpty && !/["\\\r\n]/.test(each) && !each.includes(delimiter) && flip()) return each;
        const escaped = escapedBy === '"' ? each.replaceAll('"', '""') : each.replace(/["\\]/g, "\\$&");
        return `"${escaped}"`;
      })
      .join(delimiter),
  );
  const ends = lines.map((_, at) =>
    at === lines.length - 1 && flip() ? "" : lineEnd === "\n" && flip() ? "\r\n" : lineEnd,
  );
  return lines.map((line, at) => line + (ends[at] ?? "")).join("");
}

function piecesOf(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, at) => text.slice(places[at], end));
}

function parsedByLibrary(text: string, { delimiter, escapedBy, lineEnd }: CsvDialect): string[][] {
  return parse(text, {
    delimiter,
    escape: escapedBy,
    bom: true,
    relax_column_count: true,
    record_delimiter: lineEnd === "\n" ? ["\r\n", "\n"] : "\r",
  });
}

test("csvRows() makes the cells of a text that were written, and that csv-parse makes, in every dialect", () => {
  fc.assert(
    fc.property(written, (given) => {
      const text = textOf(given);
      const rows = [...csvRows(piecesOf(text, given.cuts), given.dialect)].map(({ cells }) => cells);
      expect(rows).toEqual(given.rows);
      expect(rows).toEqual(parsedByLibrary(text, given.dialect));
    }),
    { numRuns: 1000 },
  );
});

test("csvRows() reads a file with a byte order mark, cut anywhere, as csv-parse does", () => {
  fc.assert(
    fc.property(written, (given) => {
      const text = `${given.hasMark ? "\ufeff" : ""}${textOf(given)}`;
      const pieces = textPieces({ name: "a.csv", bytes: new TextEncoder().encode(text) }, "utf-8");
      const rows = [...csvRows(pieces, given.dialect)].map(({ cells }) => cells);
      expect(rows).toEqual(parsedByLibrary(text, given.dialect));
    }),
    { numRuns: 500 },
  );
});

test("csvRows() counts line breaks within quotes when it numbers the lines on which rows begin", () => {
  fc.assert(
    fc.property(written, (given) => {
      const text = textOf(given);
      const { lineEnd } = given.dialect;
      let line = 1;
      const lines = given.rows.map((cells) => {
        const begins = line;
        line += 1 + cells.reduce((sum, each) => sum + each.split(lineEnd).length - 1, 0);
        return begins;
      });
      expect([...csvRows([text], given.dialect)].map((row) => row.line)).toEqual(lines);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["a quote that is never closed", 'a,"b\nc,d\n'],
  ["a quote inside of a cell without quotes", 'a,b"c\n'],
  ["letters after a closing quote", '"a"b,c\n'],
])("csvRows() refuses %s, as csv-parse does", (_what, text) => {
  const plain: CsvDialect = { delimiter: ",", escapedBy: '"', lineEnd: "\n" };
  expect(() => [...csvRows([text], plain)]).toThrow("Not a well-formed CSV file");
  expect(() => parsedByLibrary(text, plain)).toThrow();
});

test("csvRows() reads blanks after a closing quote, and escapes in cells without quotes", () => {
  const rows = (text: string, escapedBy: CsvDialect["escapedBy"]) =>
    [...csvRows([text], { delimiter: ",", escapedBy, lineEnd: "\n" })].map(({ cells }) => cells);
  expect(rows('"a" ,"b"\t\n', '"')).toEqual([["a", "b"]]);
  expect(rows('5\\" pipe,"C:\\\\"\n', "\\")).toEqual([['5" pipe', "C:\\"]]);
});

test.each([
  ['"a","b" c\n', 1, "follows a closing quote"],
  ['a,b\n"two\nlines","b"c\n', 3, "follows a closing quote"],
  ['a,b\n"two\nlines",5" pipe\n', 3, "a quote inside an unquoted cell"],
  ['a,b\n"never\nclosed,\n', 2, "a quote is never closed"],
])("csvRows() names the line of the fault in %j", (text, line, fault) => {
  const dialect: CsvDialect = { delimiter: ",", escapedBy: '"', lineEnd: "\n" };
  for (const cut of Array(text.length).keys()) {
    const read = () => [...csvRows([text.slice(0, cut), text.slice(cut)], dialect)];
    expect(read).toThrow(new RegExp(`^Not a well-formed CSV file, at line ${line}: .*${fault}`));
  }
});
