/** A control character in a text is removed and reported, in every file format. */
import { describe, expect, test } from "bun:test";
import { describeProblem } from "../../src/import/mod.ts";
import { CSV_HEADER } from "../../src/review/mod.ts";
import { workbook } from "../support/workbook.ts";
import { goodwordFile, readOne, refusalOf, smallestReview } from "./builders.ts";

const SHEET = "date,rating,text,author\n2024-05-31,5,good\u000b work,Jane\u0000 Doe\n";
const LD = {
  "@type": "Review",
  datePublished: "2024-05-31",
  reviewRating: { ratingValue: 5 },
  author: "Jane\u0000 Doe",
};
const PAGE = `<div itemscope itemtype="https://schema.org/Review"><meta itemprop="datePublished" content="2024-05-31">
<b itemprop="author">Jane&#11; Doe</b><span itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating"><b itemprop="ratingValue">5</b></span>
<p itemprop="reviewBody">good\u000b work</p></div>`;

const raw = (json: string) => json.replaceAll("\\u000b", "\u000b").replaceAll("\\u0000", "\u0000");
const review = smallestReview({ text: "good\u000b work", author: { name: "Jane\u0000 Doe" } });
const foreign = JSON.stringify([
  { stars: 5, date: "2024-05-31", comment: "good\u000b work", reviewer: "Jane\u0000 Doe" },
]);
const page = JSON.stringify({ "@context": "https://schema.org", ...LD, reviewBody: "good\u000b work" });
const own = `a1,2024-05-31,5,,good\u000b work,,,,Jane\u0000 Doe,false,google,,,none,,,,,,,,,2024-06-02T10:00:00.000Z,false,,\r\n`;

const FILES: readonly (readonly [string, name: string, content: string | Uint8Array])[] = [
  ["a table", "r.csv", SHEET],
  [
    "a table in Windows-1252",
    "r.csv",
    Buffer.from(`${SHEET}2024-05-30,4,café très bien avec les clés,Zoé\n`, "latin1"),
  ],
  ["/reviews.csv", "r.csv", CSV_HEADER + own],
  ["/reviews.json", "r.json", goodwordFile(review)],
  ["/reviews.json with the characters as they are", "r.json", raw(goodwordFile(review))],
  ["/reviews.ndjson", "r.ndjson", `${JSON.stringify(review)}\n`],
  ["/reviews.ndjson with the characters as they are", "r.ndjson", `${raw(JSON.stringify(review))}\n`],
  ["another tool's JSON", "r.json", foreign],
  ["another tool's JSON with the characters as they are", "r.json", raw(foreign)],
  ["JSON-LD", "r.json", raw(page)],
  ["a page with JSON-LD", "r.html", `<html><script type="application/ld+json">${raw(page)}</script></html>`],
  ["a page with microdata", "r.html", PAGE],
  [
    "a workbook",
    "r.xlsx",
    workbook(["date", "rating", "text", "author"], ["2024-05-31", 5, "good_x000B_ work", "Jane&#11; Doe"]),
  ],
];

describe("A control character", () => {
  test.each(FILES)("in %s costs itself, and is reported with its place", (_what, name, content) => {
    const { records, problems, notes } = readOne(name, content, { source: "google" });
    expect(problems.map(describeProblem)).toEqual([]);
    expect(records[0]?.review).toMatchObject({ text: "good work", authorName: "Jane D." });
    const [note = ""] = notes.filter((each) => each.includes("control character"));
    expect(note).toStartWith("Removed 2 control characters: ");
    expect(note).toMatch(/U\+000B/);
    expect(note).toContain(`${name}: `);
  });

  test.each(["\u0001", "\u0007", "\u000c", "\u001b", "\u007f", "\u0085", "\u009b", "\ufffe"])(
    "%j is one",
    (character) => {
      const { records, notes } = readOne("r.json", goodwordFile(smallestReview({ title: `a${character}b` })));
      expect(records[0]?.review.title).toBe("ab");
      expect(notes.join()).toContain("Removed 1 control character: r.json: reviews[0]: title (U+");
    },
  );

  test.each([
    [
      "/reviews.json",
      "r.json",
      JSON.stringify({ reviews: [smallestReview({ text: "good work \ud83d", reply: null })] }),
    ],
    ["/reviews.ndjson", "r.ndjson", `${JSON.stringify(smallestReview({ text: "good \ude00work" }))}\n`],
    ["another tool's JSON", "r.json", foreign.replace("\\u000b", "\\udc00")],
  ])("that is half an emoji, cut by another tool in %s, costs itself as well", (_what, name, content) => {
    const { records, problems, notes } = readOne(name, content, { source: "google" });
    expect(problems.map(describeProblem)).toEqual([]);
    expect(records[0]?.review.text).toBe("good work");
    expect(notes.join()).toMatch(/Removed [12] unusable characters?: r\.(nd)?json: .*\(.*U\+D[83CE]/);
  });

  test("that is a whole emoji stays", () => {
    const { records, notes } = readOne("r.json", goodwordFile(smallestReview({ text: "good work 😀" })));
    expect(records[0]?.review.text).toBe("good work 😀");
    expect(notes.join()).not.toContain("Left out");
  });

  test("is reported by count and by the first places", () => {
    const bells = "\u0007".repeat(3);
    const many = Array.from({ length: 30 }, (_, at) => smallestReview({ id: `r${at}`, text: `a${bells}b ${at}` }));
    const { notes } = readOne("r.json", goodwordFile(...many));
    expect(notes.join()).toContain("Removed 90 control characters: r.json: reviews[0]: text (U+0007), ");
    expect(notes.join()).toEndWith(" and in 20 more places");
  });

  test("in what the owner writes of the business is left out, and reported", () => {
    const business = { name: "A\u000bce", technicians: ["Mi\u0001ke"] };
    const reading = readOne("r.json", JSON.stringify({ business }));
    expect(reading.business).toMatchObject({ name: "Ace", technicians: [{ name: "Mike" }] });
    expect(reading.notes).toEqual([
      "Removed control characters: business.name (U+000B), business.technicians[0] (U+0001)",
    ]);
  });

  test.each([
    [{ id: "a\u000b1" }, { id: "a1" }],
    [{ date: "2024-05-31\u0001" }, { date: "2024-05-31" }],
    [{ language: "e\u0001n" }, { language: "en" }],
    [
      { source: { name: "goo\u0001gle", url: "https://example.com/\u0001a" } },
      { source: "google", sourceUrl: "https://example.com/a" },
    ],
  ])("in %j is left out, and reported", (fields, read) => {
    const { records, notes } = readOne("r.json", goodwordFile(smallestReview(fields)));
    expect(records.map(({ review }) => review)).toMatchObject([read]);
    expect(notes.join()).toContain("Removed ");
  });

  test("in the stars and the day of a sheet costs nothing", () => {
    const { records } = readOne("r.csv", "date,rating,text\n2024-\u000105-31,\u00025,Fine\n", { source: "x" });
    expect(records.map(({ review }) => review)).toMatchObject([{ date: "2024-05-31", rating: 5 }]);
  });

  test("refuses a file with many NUL bytes as not a text file", () => {
    expect(refusalOf(() => readOne("r.csv", `${SHEET}${"\u0000".repeat(500)}`, { source: "x" }))).toContain(
      "Not a text file",
    );
  });

  test("does not change JSON that is broken otherwise", () => {
    expect(refusalOf(() => readOne("r.json", '{"a": "x\u000b" "b"}'))).toContain("Not valid JSON at line 1, column 7");
  });
});
