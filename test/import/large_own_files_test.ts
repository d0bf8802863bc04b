/** JSON and NDJSON beyond what memory should hold are read piece by piece. */
import { describe, expect, test } from "bun:test";
import { linesOfPieces } from "../../src/import/json_stream.ts";
import { type ImportFile, readImport } from "../../src/import/mod.ts";
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

describe("JSON of ours", () => {
  const documentOf = (reviews: string, after = '"insights":{"headline":"Says [\\"so\\"]"}') =>
    `{"business":{"name":"Ace [\\"Plumbing\\"]"},\n"reviews":[\n${reviews}\n],"aggregate_rating":{"a":[0]},\n${after}}\n`;

  test("is never held as a whole where it is a list of reviews alone", () => {
    const { format, records, problems } = readImport([onDisk("r.json", `[\n${LINES.join(",\n")}\n]`)], OPTIONS);
    expect([format, problems, records.length]).toEqual(["goodword-json", [], COUNT]);
    expect(records.every(({ review }, at) => review.id === `r${at}`)).toBe(true);
    expect(records[1]?.at).toMatchObject({ path: "[1]", line: 3 });
  });

  test("is never held as a whole, and every record and what stands around them is read", () => {
    const text = documentOf(LINES.join(",\n"));
    const large = readImport([onDisk("r.json", text)], OPTIONS);
    const small = readImport(
      [{ name: "r.json", bytes: new TextEncoder().encode(documentOf(LINES.slice(0, 9).join(","))) }],
      OPTIONS,
    );
    expect(large).toMatchObject({ business: small.business, insights: small.insights, format: "goodword-json" });
    expect([large.problems, large.records.length]).toEqual([[], COUNT]);
    expect(large.records.slice(0, 9).map(({ review }) => review)).toEqual(small.records.map(({ review }) => review));
    expect(large.records.at(-1)?.at).toEqual({
      file: "r.json",
      path: `reviews[${COUNT - 1}]`,
      id: `r${COUNT - 1}`,
      line: COUNT + 2,
    });
  });

  test("names record and line of what cannot be accepted", () => {
    const text = documentOf([...LINES, JSON.stringify(smallestReview({ id: "last", rating: 9 }))].join(",\n"));
    const { problems } = readImport([onDisk("r.json", text)], OPTIONS);
    expect(problems.map(({ at, field }) => [at.path, at.line, at.id, field])).toEqual([
      [`reviews[${COUNT}]`, COUNT + 3, "last", "rating"],
    ]);
  });

  test.each([
    ["a broken record", documentOf([...LINES, '{"id":"last",}'].join(",\n"))],
    ["a record that is none", documentOf([...LINES, "5"].join(",\n"))],
    ["a file that was cut off", documentOf(LINES.join(",\n")).slice(0, -20)],
  ])("reports the same of %s as of one in a small file", (_what, text) => {
    const file = { name: "r.json", bytes: new TextEncoder().encode(text) };
    const said = (read: () => ReturnType<typeof readImport>) => {
      try {
        return read().problems.map(({ at, field, message }) => ({ at, field, message }));
      } catch (error) {
        return String(error);
      }
    };
    const whole = said(() => readImport([file], { ...OPTIONS, format: "goodword-json" }));
    expect(said(() => readImport([file], OPTIONS))).toEqual(whole);
    expect(whole).not.toEqual([]);
  });
});

describe("JSON of other tools", () => {
  const recordOf = (at: number, more = "") =>
    `{"review_id":${10n ** 17n + BigInt(at)},"stars":5,"date":"2024-01-${String((at % 28) + 1).padStart(2, "0")}","text":"${at} ${"ü".repeat(2700)}"${more}}`;
  const RECORDS = Array.from({ length: COUNT }, (_, at) => recordOf(at));
  const FOREIGN = { ...OPTIONS, source: "google" };
  const inMemory = (text: string): ImportFile => ({ name: "r.json", bytes: new TextEncoder().encode(text) });

  test("is never held as a whole, keeps every digit of ids, and names the line of a problem", () => {
    const text = `{"data":{"reviews":[\n${RECORDS.join(",\n")},\n${recordOf(COUNT).replace('"stars":5', '"stars":9')}\n]}}`;
    const { records, problems } = readImport([onDisk("r.json", text)], FOREIGN);
    expect(records.map(({ review }) => review.sourceId)).toEqual(
      RECORDS.map((_, at) => String(10n ** 17n + BigInt(at))),
    );
    expect(problems.map(({ at }) => [at.path, at.line])).toEqual([[`data.reviews[${COUNT}]`, COUNT + 2]]);
  });

  test("is read where a key has a dot in it, or a text a control character", () => {
    const list = [...RECORDS, recordOf(COUNT, ',"note":"a\u0007"')].join(",\n");
    for (const text of [`{"data.reviews":[${RECORDS.join(",")}]}`, `{"reviews":[${list}]}`]) {
      expect(readImport([inMemory(text)], FOREIGN).problems).toEqual([]);
    }
  });

  test("names line and column of what is no JSON", () => {
    const text = `[\n${RECORDS.join(",\n")},\n{"stars":oops}\n]`;
    expect(refusalOf(() => readImport([inMemory(text)], FOREIGN))).toBe(
      `Not valid JSON at line ${COUNT + 2}, column 10: unexpected "oops"`,
    );
  });

  test("is refused where a record is longer than any review, or nested too deeply", () => {
    const long = `[${RECORDS.join(",")},{"text":"${"x".repeat(5 << 20)}"}]`;
    expect(refusalOf(() => readImport([inMemory(long)], FOREIGN))).toContain("longer than 4 MB");
    const deep = `[${RECORDS.join(",")},{"a":${"[".repeat(300)}${"]".repeat(300)}}]`;
    expect(refusalOf(() => readImport([inMemory(deep)], FOREIGN))).toContain("nested too deeply");
  });
});

describe("linesOfPieces()", () => {
  test.each([
    [["a\nb"], ["a", "b"]],
    [
      ["a", "\n", "b", "c\n"],
      ["a", "bc", ""],
    ],
    [["\n\na"], ["", "", "a"]],
    [[], [""]],
  ])("%j", (pieces, lines) => {
    expect([...linesOfPieces(pieces)]).toEqual(lines);
  });

  test("refuses a line that no review has", () => {
    const piece = "x".repeat(1 << 20);
    expect(refusalOf(() => [...linesOfPieces([piece, piece, piece, piece, piece])])).toContain("longer than 4 MB");
  });
});
