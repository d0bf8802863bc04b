/** JSON and NDJSON beyond what memory should hold are read piece by piece. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { tryParseJson } from "../../src/import/json.ts";
import { jsonEntries, linesOfPieces, parseBeginning } from "../../src/import/json_entries.ts";
import { type ImportFile, readImport } from "../../src/import/mod.ts";
import { OPTIONS, refusalOf, smallestReview } from "./builders.ts";

/** A file on disk that must not be read whole. */
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

  test("names the line of a record that is cut off", () => {
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

  test("names the record and line of an invalid rating", () => {
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

  test("reports null and numbers among the records, and reads the others", () => {
    const text = `[null,\n${RECORDS.join(",\n")},\n7]`;
    const { records, problems } = readImport([onDisk("r.json", text)], FOREIGN);
    expect(records).toHaveLength(COUNT);
    expect([...new Set(problems.map(({ at }) => at.path))]).toEqual(["[0]", `[${COUNT + 1}]`]);
  });

  test("is read where a key has a dot in it, or a text a control character", () => {
    const list = [...RECORDS, recordOf(COUNT, ',"note":"a\u0007"')].join(",\n");
    for (const text of [`{"data.reviews":[${RECORDS.join(",")}]}`, `{"reviews":[${list}]}`]) {
      expect(readImport([inMemory(text)], FOREIGN).problems).toEqual([]);
    }
  });

  test("names the line and column of invalid JSON", () => {
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

const TEXT = `{"a.b": [1, "x\\"]}", {"reviews": [{"no": 1}]}],
 "reviews": [
  {"id": "r\\\\", "n": [1, {"k": "]"}]},
  5, null, "s", -1.5e3,
  [ ], {"é": "😀"}
 ], "places": {"one": {"reviews": [{"id": 1}]}, "two": {"reviews": [{"id": 2}], "n": 10}}, "n": 123456789012345678
}
`;

function* piecesOf(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

function entriesOf(wanted: readonly string[], size: number) {
  let rest: unknown;
  const entries = [...jsonEntries(piecesOf(TEXT, size), wanted, (found) => (rest = found))];
  return { rest, found: entries.map(({ path, line, text }) => [path, line, tryParseJson(text)]) };
}

describe.each([1, 2, 3, 7, 64, 1000])("jsonEntries() of pieces of %d characters", (size) => {
  test("gives the values at a path with their lines, and the rest with a 0 in place of each", () => {
    const { found, rest } = entriesOf(["reviews", "*"], size);
    expect(found).toEqual([
      ["reviews[0]", 3, { id: "r\\", n: [1, { k: "]" }] }],
      ["reviews[1]", 4, 5],
      ["reviews[2]", 4, null],
      ["reviews[3]", 4, "s"],
      ["reviews[4]", 4, -1500],
      ["reviews[5]", 5, []],
      ["reviews[6]", 5, { é: "😀" }],
    ]);
    expect(rest).toEqual({
      ...JSON.parse(TEXT),
      reviews: [0, 0, 0, 0, 0, 0, 0],
      n: "123456789012345678",
    });
  });

  test("goes through objects as through lists where a path has a star", () => {
    expect(entriesOf(["places", "*", "reviews", "*"], size).found).toEqual([
      ["places.one.reviews[0]", 6, { id: 1 }],
      ["places.two.reviews[0]", 6, { id: 2 }],
    ]);
    expect(entriesOf(["a.b", "*", "reviews", "*"], size).found).toEqual([["a.b[2].reviews[0]", 1, { no: 1 }]]);
  });
});

test.each(['{"a":[{}{}]}', '{"a":[{},]}', '{"a":[{}]', '{"a":[{}]}}', "{'a':[{}]}", '{"a" [{}]}', ""])(
  "jsonEntries() throws at %s",
  (text) => {
    for (const size of [1, 100]) expect(() => [...jsonEntries(piecesOf(text, size), ["a", "*"])]).toThrow();
  },
);

test("parseBeginning() leaves out what is cut off", () => {
  const values = Array.from(TEXT, (_, end) => parseBeginning(TEXT.slice(0, end)));
  expect(parseBeginning('[{"id": "a", "text": "cut o')).toEqual([{ id: "a" }]);
  expect(parseBeginning('{"reviews": [{"id": 1}, {"id": 23')).toEqual({ reviews: [{ id: 1 }] });
  expect(values.at(-1)).toEqual(parseBeginning(TEXT));
  expect(values[0]).toBeUndefined();
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

const linesOfEntries = (text: string, key: string) => [...jsonEntries([text], [key, "*"])].map(({ line }) => line);

describe("the lines of jsonEntries()", () => {
  test("reports the line on which each entry begins", () => {
    const text = `{
  "business": { "reviews": [1,
    2] }, "x": "reviews",
  "reviews": [ {"a": [1,
      2]},
    "a\\\\\\"]," , [

    ]

    ,5
  ]
}`;
    expect(JSON.parse(text).reviews).toHaveLength(4);
    expect(linesOfEntries(text, "reviews")).toEqual([4, 6, 6, 10]);
  });

  test("finds one line for every entry of any list", () => {
    const isFit = (lists: object) => !Object.keys(lists).some((key) => /["\\\\]/.test(key));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.jsonValue())).filter(isFit), (lists) => {
        const compact = JSON.stringify(lists);
        const spread = JSON.stringify(lists, null, 1);
        for (const [key, list] of Object.entries(lists)) {
          if (JSON.stringify(key) !== `"${key}"`) continue;
          expect(linesOfEntries(compact, key)).toEqual(list.map(() => 1));
          const starts = linesOfEntries(spread, key);
          expect(starts).toHaveLength(list.length);
          expect([...starts].sort((a, b) => a - b)).toEqual(starts);
        }
      }),
    );
  });
});
