/** What tables hold that people keep by hand: empty rows, totals, several sheets, words for languages, days as Excel shows them. */
import { describe, expect, test } from "bun:test";
import type { ImportOptions } from "../../src/import/mod.ts";
import { workbookOfSheets } from "../support/workbook.ts";
import { readOne, refusalOf } from "./builders.ts";

const GOOGLE = { source: "google" };

/** What is read of a table without a fault: the names and days of its reviews, and the notes. */
function read(name: string, content: string | Uint8Array, options: Partial<ImportOptions> = GOOGLE) {
  const { records, problems, notes } = readOne(name, content, { today: "2026-11-30", ...options });
  expect(problems).toEqual([]);
  const reviews = records.map(({ review }) => review);
  return { reviews, notes: notes.join("\n"), lines: reviews.map(({ authorName, date }) => `${authorName} ${date}`) };
}

describe("rows that are no reviews", () => {
  test("an empty row above the header costs no review", () => {
    for (const empty of [",,", "", " , ,", '"","",""']) {
      const file = `Our reviews,,\n${empty}\ndate,name,rating\n2026-11-10,Pat Lake,5\n2026-11-11,Lee Marsh,4\n`;
      expect(read("r.csv", file).lines).toEqual(["Pat L. 2026-11-10", "Lee M. 2026-11-11"]);
    }
  });
});

describe("workbooks of several sheets", () => {
  const HEADER = ["date", "name", "rating"];
  const PAT = [HEADER, ["2026-11-10", "Pat Lake", 5]];
  const LEE = [HEADER, ["2026-11-11", "Lee Marsh", 4]];

  test("a second sheet of reviews is not passed over, also where it has fewer columns", () => {
    const wider = PAT.map((row, at) => [...row, at === 0 ? "reply" : "Thanks"]);
    for (const first of [PAT, wider]) {
      const book = workbookOfSheets({ Google: first, Yelp: LEE });
      expect(refusalOf(() => read("r.xlsx", book))).toMatch(/reviews in the sheets "Google" and "Yelp"; save each/);
    }
  });

  test("sheets without reviews, empty forms and hidden sheets are named and not read", () => {
    const summary = [
      ["month", "average rating", "text"],
      ["November", 4.5, "Good"],
    ];
    const book = workbookOfSheets({
      Intro: [["Reviews"]],
      Google: PAT,
      Form: [HEADER],
      Summary: summary,
      hidden: LEE,
      b: [],
    });
    const { lines, notes } = read("r.xlsx", book);
    expect(lines).toEqual(["Pat L. 2026-11-10"]);
    expect(notes.match(/The sheet .* was not read/g)).toEqual([
      'The sheet "Intro" was not read',
      'The sheet "Form" was not read',
      'The sheet "Summary" was not read',
      'The sheet "hidden" was not read',
    ]);
  });
});

describe("sites in a column under another name", () => {
  const file = (...sites: readonly string[]) =>
    ["date,name,rating,Where", ...sites.map((site, at) => `2026-11-1${at},Pat Lake,5,${site}`)].join("\n");

  test("are asked about, unless all are the site that the owner named", () => {
    for (const sites of [
      ["Google", "Yelp"],
      ["Yelp", "Yelp"],
      ["Yelp", "email"],
    ]) {
      const said = refusalOf(() => read("r.csv", file(...sites)));
      expect(said).toMatch(/The column "Where" names sites: .*"Yelp"; add --column source="Where"/);
    }
    expect(read("r.csv", file("Google Maps", "Google")).reviews).toHaveLength(2);
    const answered = read("r.csv", file("Google", "Yelp"), { columns: { source: "Where" } });
    expect(answered.reviews.map(({ source }) => source)).toEqual(["google", "yelp"]);
    expect(read("r.csv", file("Google", "Yelp"), { ...GOOGLE, columns: { source: "" } }).reviews).toHaveLength(2);
  });

  test("are proposed where the owner named none", () => {
    expect(refusalOf(() => read("r.csv", file("Google", "Yelp"), {}))).toContain('--column source="Where"');
  });

  test("other words, ways of collecting and addresses are no sites", () => {
    for (const words of [
      ["Google", "a friend"],
      ["email", "sms"],
      ["https://www.facebook.com/us", "https://www.yelp.com"],
    ]) {
      expect(read("r.csv", file(...words)).reviews).toHaveLength(2);
    }
  });
});
