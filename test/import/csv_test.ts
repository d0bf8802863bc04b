import { describe, expect, test } from "bun:test";
import { describeProblem, type ImportOptions, readImport } from "../../src/import/mod.ts";
import { fileOf, OPTIONS, readOne, refusalOf } from "./builders.ts";
import { fixture } from "./fixtures.ts";

const OTHER = { source: "other" };
const read = (text: string, options: Partial<ImportOptions> = OTHER) => readOne("r.csv", text, options);
const datesOf = (days: string[], options: Partial<ImportOptions> = OTHER) => {
  const text = `date,rating\n${days.map((day) => `"${day}",5`).join("\n")}\n`;
  return read(text, options).records.map(({ review }) => review.date);
};

describe("CSV of any origin", () => {
  test("finds the columns by the names people give them", () => {
    const { records, problems } = read(
      "Customer Name,Review_Date,STARS,Comment,Served By,Job Type,Site\nJane Doe,2024-05-31,5,Good,Mike|Ana,drains; heating,Angi\n",
    );
    expect(problems).toEqual([]);
    expect(records[0]!.review).toMatchObject({
      authorName: "Jane D.",
      date: "2024-05-31",
      rating: 5,
      text: "Good",
      mentions: { technicians: ["Mike", "Ana"], services: ["drains", "heating"], service_areas: [] },
      source: "angi",
    });
  });

  test.each([";", "\t", ","])("finds the delimiter %p", (delimiter) => {
    const text = ["date,rating,text,source", "2024-05-31,4,fine,angi"].join("\n").replaceAll(",", delimiter);
    expect(read(text, {}).records[0]!.review).toMatchObject({ rating: 4, source: "angi" });
  });

  test("reads locales as the language tags they mean", () => {
    expect(read("date,rating,locale\n2024-05-31,4,en_US\n").records[0]!.review.language).toBe("en-US");
  });

  test("counts rows as a spreadsheet does, and lines as an editor does", () => {
    const { problems } = read('date,rating,text\n2024-05-31,5,"two\nlines"\n\n2024-05-31,9,x\n');
    expect(problems.map(describeProblem)).toEqual(["row 4: rating is 9, expected 1 to 5 (line 5)"]);
  });

  test("counts empty lines, also where there are many", () => {
    const { records, problems } = read(
      `\n\ndate,rating,text\r\n${"\n".repeat(100_000)}2024-05-31,5,Good\n${"\r\n".repeat(100_000)}2024-05-31,9,x\n\n`,
    );
    expect(records.map(({ at }) => at.path)).toEqual(["row 100004"]);
    expect(problems.map(describeProblem)).toEqual(["row 200005: rating is 9, expected 1 to 5"]);
  });

  test("reads past a byte order mark and Windows line ends", () => {
    expect(read("\ufeffdate,rating,text\r\n2024-05-31,5,Good\r\n").records[0]!.review.text).toBe("Good");
  });

  test("reads stars however they are written, and rounds none", () => {
    const stars = (cell: string) => {
      const { records, problems } = read(`date;rating\n2024-05-31;${cell}\n`);
      return records[0]?.review.rating ?? describeProblem(problems[0]!);
    };
    expect(["5", "5.0", "4,0", "3/5", "2 stars", "1 star", "FIVE", "★★★☆☆"].map(stars)).toEqual([
      5, 5, 4, 3, 2, 1, 5, 3,
    ]);
    expect(["4 out of 5", "4 out of 5 stars", "4 of 5", "4★", "four stars"].map(stars)).toEqual([4, 4, 4, 4, 4]);
    expect(stars("8/10")).toBe('row 2: rating is "8/10", expected a whole number from 1 to 5; --scale 10 converts it');
    expect(stars("80%")).toBe('row 2: rating is "80%", expected a whole number from 1 to 5; --scale 100 converts it');
    expect(stars("4.5")).toBe(
      "row 2: rating is 4.5, expected a whole number from 1 to 5; --round half-up rounds halves",
    );
    expect(stars("0")).toBe("row 2: rating is 0, expected 1 to 5");
    expect(stars("good")).toBe('row 2: rating is "good", expected a whole number from 1 to 5');
    expect(stars("")).toBe("row 2: rating is missing, expected 1 to 5");
  });

  test("needs columns for the rating and the date, and names those it found", () => {
    expect(refusalOf(() => readOne("r.csv", "date,text\n2024-05-31,x\n", { ...OTHER, format: "csv" }))).toBe(
      'No column for the rating among "date", "text"; name it one of rating, stars, star rating, service rating, review rating, or map it with --column rating=NAME',
    );
  });

  test("names the missing column of a table that is recognized only by its file name", () => {
    expect(refusalOf(() => readOne("answers.csv", "Timestamp,How many stars?\n5/31/2024,5\n", OTHER))).toBe(
      'No column for the rating among "Timestamp", "How many stars?"; name it one of rating, stars, star rating, service rating, review rating, or map it with --column rating="How many stars?"',
    );
  });

  test("requires a source for the reviews", () => {
    expect(refusalOf(() => read("date,rating\n2024-05-31,5\n", {}))).toContain("add --source NAME");
  });

  test("reports which of two columns with one meaning was used, and refuses two columns of one name", () => {
    const { records, notes } = read("date,created at,stars,rating,text\n2024-05-31,2024-06-30,1,5,good\n");
    expect(records[0]!.review).toMatchObject({ date: "2024-05-31", rating: 5 });
    expect(notes.slice(0, 2)).toEqual([
      'The column "stars" was ignored because "rating" means the same and takes precedence',
      'The column "created at" was ignored because "date" means the same and takes precedence',
    ]);
    expect(refusalOf(() => read("date,rating,Text,text\n2024-05-31,5,good,bad\n"))).toBe(
      'Two columns are named "Text"; rename or delete one of them',
    );
  });

  test("takes Excel's word for what stands between cells", () => {
    const { records, problems } = read(
      "sep=|\r\ndate|rating|text\r\n2024-05-31|5|fine; really, fine\r\n2024-05-31|9|x\r\n",
    );
    expect(records.map(({ review }) => review.text)).toEqual(["fine; really, fine"]);
    expect(problems.map(describeProblem)).toEqual(["row 3: rating is 9, expected 1 to 5 (line 4)"]);
  });

  test("reports a missing text column and the columns that were ignored", () => {
    expect(read("date,rating,colour,email\n2024-05-31,5,red,x@y.example\n").notes.slice(0, 2)).toEqual([
      "No column for the text: only ratings are imported",
      'Unknown fields were ignored: "colour"',
    ]);
  });

  test("takes the id of a foreign file for the source's, not for ours", () => {
    const { review, at } = read("review id,date,rating\n77,2024-05-31,5\n").records[0]!;
    expect([at.id, review.id, review.sourceId]).toEqual(["77", null, "77"]);
  });

  test("keeps one of two rows that are the same, and refuses two that share an id and differ", () => {
    const { records, duplicates, problems } = read(
      "id,date,rating,text\n1,2024-05-31,5,a\n1,2024-05-31,5,a\n1,2024-05-31,4,b\n,2024-05-31,5,c\n,2024-05-31,5,C \n",
    );
    expect(records).toHaveLength(2);
    expect(duplicates.map(({ at, same }) => [at.path, same.path])).toEqual([
      ["row 3", "row 2"],
      ["row 6", "row 5"],
    ]);
    expect(problems.map(describeProblem)).toEqual([
      'row 4 (id "1"): id is "1", expected a unique id, row 2 has the same',
    ]);
  });

  test("treats a row without an id as a copy of a row with an id and the same content, across files", () => {
    const files = [
      fileOf("a.csv", "date,rating,text,author\n2024-05-31,5,good,Jane Doe\n2024-05-31,5,,\n"),
      fileOf("b.csv", "id,date,rating,text,author\n1,2024-05-31,5,Good,Jane D.\n2,2024-05-31,5,,\n"),
    ];
    const { records, duplicates } = readImport(files, { ...OPTIONS, source: "google" });
    expect(records.map(({ at, review }) => [at.file, review.sourceId])).toEqual([
      ["a.csv", null],
      ["b.csv", "1"],
      ["b.csv", "2"],
    ]);
    expect(duplicates).toMatchObject([
      { at: { file: "a.csv", path: "row 2" }, same: { file: "b.csv", path: "row 2" } },
    ]);
  });

  test("refuses a row with more cells than the header, and a quote that never ends", () => {
    expect(read("date,rating,text\n2024-05-31,5,one,two\n").problems.map(describeProblem)).toEqual([
      "row 2: record has 4 cells where the header has 3; quote texts that contain commas",
    ]);
    expect(refusalOf(() => read('date,rating,text\n2024-05-31,5,"never closed\n'))).toStartWith(
      "Not a well-formed CSV file, at line",
    );
  });

  test("accepts a row that leaves out the last cells", () => {
    expect(read("date,rating,text,reply\n2024-05-31,5,good\n").records).toHaveLength(1);
  });
});

describe("dates of a CSV file", () => {
  test("one day over 12 decides the order of day and month for the whole file", () => {
    expect(datesOf(["03/04/2024", "25/12/2024"])).toEqual(["2024-04-03", "2024-12-25"]);
    expect(datesOf(["03/04/2024", "12/25/2024"])).toEqual(["2024-03-04", "2024-12-25"]);
    expect(datesOf(["3-4-2024", "25-12-2024"])).toEqual(["2024-04-03", "2024-12-25"]);
  });

  test("asks when every day is 12 or less", () => {
    expect(refusalOf(() => datesOf(["03/04/2024", "05/06/2024"]))).toBe(
      'The order of day and month is ambiguous in the column "date": every day is 12 or less; add --date-format DD/MM/YYYY or --date-format MM/DD/YYYY',
    );
    expect(datesOf(["03/04/2024"], { ...OTHER, dateFormat: "dd/mm/yyyy" })).toEqual(["2024-04-03"]);
    expect(datesOf(["03/04/2024"], { ...OTHER, dateFormat: "MM/DD/YYYY" })).toEqual(["2024-03-04"]);
  });

  test("does not ask when both readings are the same days", () => {
    expect(datesOf(["03/03/2024", "12/12/2024"])).toEqual(["2024-03-03", "2024-12-12"]);
  });

  test("asks when the rows contradict each other", () => {
    expect(refusalOf(() => datesOf(["25/12/2024", "12/25/2024"]))).toContain("do not share a format");
  });

  test.each([
    ["2024-05-31", "2024-05-31"],
    ["2024-05-31 23:59:59", "2024-05-31"],
    ["2024-05-31T23:30:00-08:00", "2024-06-01"],
    ["2024/5/31", "2024-05-31"],
    ["31.5.2024", "2024-05-31"],
    ["31 May 2024", "2024-05-31"],
    ["May 31, 2024 4:05 pm", "2024-05-31"],
    ["31st Dec 2024", "2024-12-31"],
  ])("reads %s", (written, date) => {
    expect(datesOf([written])).toEqual([date]);
  });

  test("turns an instant into the date of the business's time zone", () => {
    const options = { ...OTHER, timeZone: "America/New_York" };
    expect(datesOf(["2026-02-10 03:30:40 UTC"], options)).toEqual(["2026-02-09"]);
    expect(datesOf(["2026-02-10 03:30"], options)).toEqual(["2026-02-10"]);
  });

  test("refuses the rows that are written another way than the file", () => {
    const days = ["2024-05-31", "2024-02-30", "45123", "31/05/24", "1985-01-01", "2024-06-01", "2026-07-05", "x"];
    const { problems } = read(`date,rating\n${days.map((day) => `${day},5`).join("\n")}\n`);
    expect(problems.map(describeProblem)).toEqual([
      'row 3: date is "2024-02-30", expected a date written YYYY-MM-DD, from 1990 on',
      'row 4: date is "45123", expected YYYY-MM-DD; this is a spreadsheet\'s day number, so format the column as a date',
      'row 5: date is "31/05/24", expected YYYY-MM-DD, with a four-digit year',
      'row 6: date is "1985-01-01", expected a date written YYYY-MM-DD, from 1990 on',
      'row 8: date is "2026-07-05", expected a date that is not in the future',
      'row 9: date is "x", expected a date written YYYY-MM-DD, from 1990 on',
    ]);
  });

  test("refuses a file in which no date can be read, and a format nobody knows", () => {
    expect(refusalOf(() => datesOf(["01/02/24"]))).toStartWith(
      'Cannot read the dates in the column "date": the first is "01/02/24"',
    );
    expect(datesOf([])).toEqual([]);
    expect(refusalOf(() => datesOf(["x"], { ...OTHER, dateFormat: "YY" }))).toStartWith(
      'Unknown date format "YY": expected one of',
    );
  });
});

describe("exports of review widgets", () => {
  const load = (name: string, options: Partial<ImportOptions> = {}) =>
    readImport([fixture(name)], { ...OPTIONS, ...options });

  test("Judge.me: quoted line breaks, times in UTC, no e-mail addresses", () => {
    const { records, problems } = load("judgeme.csv", { timeZone: "Europe/Berlin" });
    expect(problems).toEqual([]);
    expect(
      records.map(({ review }) => [
        review.source,
        review.date,
        review.title,
        review.text,
        review.authorName,
        review.replyText,
      ]),
    ).toEqual([
      ["judge.me", "2026-02-10", "Great", "Fixed the leak, left no mess", "Maria K.", "Thank you Maria"],
      ["judge.me", "2026-02-12", null, "Came late\nbut did good work", "Tim", null],
    ]);
    // Addresses are known for proofs by a list of jobs, and hashed before anything is kept.
    const kept = records.map(({ review: { known: _, ...rest } }) => rest);
    expect(JSON.stringify(kept)).not.toContain("shop.example");
  });

  test("Site Reviews: semicolons, empty rows, what was not approved is hidden; its own tick verifies nothing", () => {
    const { records } = load("site_reviews.csv");
    expect(
      records.map(({ review }) => [
        review.source,
        review.authorName,
        review.text,
        review.verificationMethod,
        review.replyText,
        review.hiddenAtSource,
      ]),
    ).toEqual([
      ["direct", "Jürgen G.", "Sauber; pünktlich", "none", "Danke!", false],
      ["direct", "Bot", "spam spam", "none", null, true],
    ]);
  });
});
