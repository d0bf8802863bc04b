import { expect, test } from "bun:test";
import fc from "fast-check";
import { GoodwordError } from "../../src/errors.ts";
import { describeProblem, IMPORT_FORMATS, type ImportFile, readImport } from "../../src/import/mod.ts";
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
