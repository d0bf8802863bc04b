/** Our own NDJSON beyond what memory should hold is read piece by piece. */
import { describe, expect, test } from "bun:test";
import { type ImportFile, readImport } from "../../src/import/mod.ts";
import { linesOf } from "../../src/import/tables/text_lines.ts";
import { OPTIONS, refusalOf, smallestReview } from "./builders.ts";

/** A file on disk: whoever asks for the whole of it has lost. */
function onDisk(name: string, text: string): ImportFile {
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    size: bytes.length,
    slice: (start, end) => bytes.subarray(start, end),
    get bytes(): never {
      throw new Error("The whole file was asked for");
    },
  };
}

/** More than 24 MB, with what may stand at the end of a piece: characters of several bytes, empty lines, Windows' line ends. */
const COUNT = 5000;
const LINES = Array.from({ length: COUNT }, (_, at) => {
  const date = new Date(Date.UTC(2024, 0, 1 + (at % 700))).toISOString().slice(0, 10);
  return JSON.stringify(smallestReview({ id: `r${at}`, date, text: `${at} ${"ü".repeat(2700)}` }));
});

describe("NDJSON of ours", () => {
  test("is never held as a whole, and every record is read", () => {
    const text = `\uFEFF${LINES.map((line, at) => (at % 100 === 0 ? `${line}\r\n\n` : `${line}\n`)).join("")}`;
    const file = onDisk("r.ndjson", text);
    expect(file.size).toBeGreaterThan(25 * 1024 * 1024);
    const { format, records, problems } = readImport([file], OPTIONS);
    expect([format, problems, records.length]).toEqual(["ndjson", [], COUNT]);
    expect(
      records.every(({ review }, at) => review.id === `r${at}` && review.text.length === `${at}`.length + 2701),
    ).toBe(true);
    expect(records[1]?.at).toMatchObject({ file: "r.ndjson", path: "line 3" });
    expect(records.at(-1)?.at.path).toBe(`line ${COUNT + COUNT / 100}`);
  });

  test("names the line of what cannot be read", () => {
    const text = `${LINES.join("\n")}\n{"id":`;
    expect(refusalOf(() => readImport([onDisk("r.ndjson", text)], OPTIONS))).toContain(`line ${COUNT + 1}`);
  });
});

describe("linesOf()", () => {
  test.each([
    [["a\nb"], ["a", "b"]],
    [
      ["a", "\n", "b", "c\n"],
      ["a", "bc", ""],
    ],
    [["\n\na"], ["", "", "a"]],
    [[], [""]],
  ])("%j", (pieces, lines) => {
    expect([...linesOf(pieces)]).toEqual(lines);
  });

  test("refuses a line that no review has", () => {
    const piece = "x".repeat(1 << 20);
    expect(refusalOf(() => [...linesOf([piece, piece, piece, piece, piece])])).toContain("longer than 4 MB");
  });
});
