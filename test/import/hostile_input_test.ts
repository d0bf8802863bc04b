import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { GoodwordError } from "../../src/errors.ts";
import { describeProblem, IMPORT_FORMATS, type ImportFile, readImport } from "../../src/import/mod.ts";
import { readJobs } from "../../src/owner/read_jobs.ts";
import { fileOf, goodwordFile, OPTIONS, refusalOf, smallestReview } from "./builders.ts";
import { fixture, fixtureFolder, zipOf } from "./fixtures.ts";

/** One well-formed file of every kind, to be damaged. */
const SOUND: readonly ImportFile[] = [
  {
    name: "r.json",
    bytes: new TextEncoder().encode(goodwordFile(smallestReview({ reply: { text: "x" }, mentions: {} }))),
  },
  ...["google_business_page.json", "trustpilot.json", "trustpilot_events.json", "schema_org_page.html"].map(fixture),
  ...["judgeme.csv", "site_reviews.csv", "feefo.csv", "google_spreadsheet.csv"].map(fixture),
  ...fixtureFolder("takeout").slice(0, 2),
  zipOf("takeout.zip", fixtureFolder("takeout")),
];

/** Expects drafts, problems that fit on a line, or one GoodwordError. */
function readSafely(file: ImportFile, format?: (typeof IMPORT_FORMATS)[number]): void {
  try {
    const { records, problems } = readImport([file], { ...OPTIONS, source: "other", format });
    for (const problem of problems) expect(describeProblem(problem)).toMatch(/^[^\p{Cc}]{1,600}$/u);
    for (const { review } of records) {
      expect(review.rating >= 1 && review.rating <= 5 && Number.isInteger(review.rating)).toBe(true);
      expect(review.text.isWellFormed() && review.authorName !== "" && review.source !== "").toBe(true);
    }
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    expect(error.message).toMatch(/^[^\p{Cc}]+$/u);
  }
}

test("a message stays short whatever the file calls its columns and keys", () => {
  const long = "x".repeat(5000);
  readSafely({
    name: "r.csv",
    bytes: new TextEncoder().encode(`date,rating,text,"reply date"\n2024-05-31,9,${long},${long}`),
  });
  const page = {
    "@type": "Plumber",
    [long]: [{ "@type": "Review", datePublished: long, reviewRating: { ratingValue: long } }],
  };
  readSafely({ name: "r.json", bytes: new TextEncoder().encode(JSON.stringify(page)) });
});

test("control characters in the names of an archive's files are escaped", () => {
  const clearing = "\u001b[2J";
  const review = goodwordFile(smallestReview());
  const archive = zipOf("r.zip", [fileOf(`${clearing}a.json`, review), fileOf(`${clearing}b.json`, "{")]);
  expect(refusalOf(() => readImport([archive], OPTIONS))).toStartWith("r.zip/\\u001b[2Jb.json: Not valid JSON");
  const read = readImport([zipOf("r.zip", [fileOf(`${clearing}a.json`, review)])], OPTIONS);
  expect(read.records.map(({ at }) => at.file)).toEqual(["r.zip/\\u001b[2Ja.json"]);
});

const format = fc.option(fc.constantFrom(...IMPORT_FORMATS), { nil: undefined });

test("readImport() answers a damaged file of any format with drafts, problems or one clear error", () => {
  const damage = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 4 }), cut: fc.nat({ max: 40 }) });
  fc.assert(
    fc.property(
      fc.constantFrom(...SOUND),
      fc.array(damage, { maxLength: 3 }),
      format,
      ({ name, bytes }, damages, asked) => {
        const damaged = damages.reduce((whole, { at, bytes: put, cut }) => {
          const place = at % whole.length;
          return new Uint8Array([...whole.subarray(0, place), ...put, ...whole.subarray(place + cut), 32]);
        }, bytes);
        readSafely({ name, bytes: damaged }, asked);
      },
    ),
    { numRuns: 1500 },
  );
});

test("readImport() answers any JSON in any place of a review the same way", () => {
  const keys = Object.keys(smallestReview({ title: 1, mentions: 1, reply: 1, updated_at: 1, edited: 1, language: 1 }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys, "x"), fc.jsonValue()), fc.jsonValue(), (fields, whole) => {
      const file = (json: unknown) => ({ name: "r.json", bytes: new TextEncoder().encode(JSON.stringify(json)) });
      readSafely(file({ business: { name: "Ace" }, reviews: [smallestReview(fields), whole] }));
      readSafely(file({ business: whole, reviews: [fields] }));
      readSafely(file(whole));
    }),
    { numRuns: 500 },
  );
});

test("readImport() answers any text in any format with drafts, problems or one clear error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), format, (text, asked) => {
      readSafely({ name: "r", bytes: new TextEncoder().encode(text) }, asked);
      readSafely({ name: "r.csv", bytes: new TextEncoder().encode(`date,rating,text\n${text}`) }, "csv");
    }),
    { numRuns: 500 },
  );
});

describe("What would take a reader minutes is read or refused at once", () => {
  const many = (text: string, length: number) => text.repeat(length / text.length);
  const reviewed = (text: string) => `date,rating,text,author\n2026-05-01,5,"${text}",Jane D.\n`;

  test.each([
    ["scripts without an end", many("<script ", 1 << 18), /contains no schema.org data/],
    ["scripts that are never closed", many("<script>", 1 << 18), /contains no schema.org data/],
    ["elements within each other", many("<span>", 1 << 20), /more than 2,000 levels/],
    ["properties within each other", `<p itemscope>${many('<b itemprop="x">y', 1 << 14)}`, /more than 12 properties/],
    [
      "one property many times",
      `<p itemscope>${many('<meta itemprop="x" content="y">', 1 << 20)}`,
      /No schema.org reviews/,
    ],
    ["a column of blanks", `date,rating,text,a${many(" ", 1 << 16)}b\n2026-05-01,5,Good,x\n`, null],
    ["a column of brackets", `date,rating,text,a${many("(", 1 << 16)}b\n2026-05-01,5,Good,x\n`, null],
    ["many columns", `date,rating,text${many(",", 1 << 18)}\n2026-05-01,5,Good\n`, /more than 2,000 columns/],
    ["blanks between marks", reviewed(`<p>x${many(" ", 1 << 17)}y &amp;`), null],
    ["marks upon a letter", reviewed(`a${many("\u0301\u0316", 1 << 16)}`), null],
  ])("%s", (_, text, refusal) => {
    const read = () => readImport([fileOf("r", text)], { ...OPTIONS, source: "other" });
    if (refusal === null) expect(read().records.length + read().problems.length).toBe(1);
    else expect(refusalOf(read)).toMatch(refusal);
  });

  test("a list of jobs whose cells are far more than its bytes", () => {
    const far = many('<row><cell ss:index="2000"></cell></row>', 40 * 6000);
    const table = `<table><tr><td>finished</td><td>email</td></tr>${far}</table>`;
    expect(refusalOf(() => readJobs(fileOf("jobs", table)))).toMatch(/more than 10 million cells/);
    expect(refusalOf(() => readJobs(fileOf("jobs", many("<table>", 7 << 16))))).toMatch(/more than 2,000 levels/);
  });

  test("a workbook whose sheets are one part of it, which is read once", () => {
    const sheet = (at: number) => `<sheet name="s${at}" sheetId="${at}" r:id="r1"/>`;
    const parts = {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${Array.from({ length: 5000 }, (_, at) => sheet(at)).join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${"<row/>".repeat(100_000)}</sheetData></worksheet>`,
    };
    const book = zipOf(
      "r.xlsx",
      Object.entries(parts).map(([name, xml]) => fileOf(name, xml)),
    );
    expect(refusalOf(() => readImport([book], OPTIONS))).toMatch(/empty|no reviews/i);
  });
});
