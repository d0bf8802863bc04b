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

describe("rows below the reviews", () => {
  const file = (...rows: readonly string[]) =>
    ["date,name,rating,text", "2026-11-10,Pat Lake,5,Great", "2026-11-11,Lee Marsh,4,Good", ...rows].join("\n");

  test.each([
    "Total,2 reviews,4.5,",
    ',Durchschnitt:,"4,5",',
    "Total général,,9,",
    "Average rating,,,",
    "date,name,rating,text",
  ])("%p is left out with a note", (row) => {
    const { lines, notes } = read("r.csv", file(row));
    expect(lines).toHaveLength(2);
    expect(notes).toMatch(/The row 4 is not a review and was left out: "/);
  });

  test("the rule below the header of a table in Markdown costs no review", () => {
    const table =
      "# Reviews\n\n| Date | Name | Stars | Review |\n|------|------|:-----:|---|\n| 2026-05-01 | Pat Lake | 5 | On time |\n";
    const { records, problems } = readOne("r.md", table, { source: "google" });
    expect([problems, records.map(({ review }) => [review.date, review.rating, review.text])]).toEqual([
      [],
      [["2026-05-01", 5, "On time"]],
    ]);
  });

  test("a customer's row is not taken for a total", () => {
    expect(read("r.csv", file("2026-11-12,Total,3,")).lines).toHaveLength(3);
    for (const row of [",Total,3,Nice people", ",Pat Lake,3,"]) {
      const { problems } = readOne("r.csv", file(row), { ...GOOGLE, today: "2026-11-30" });
      expect(problems.map(({ field }) => field)).toEqual(["date"]);
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

  test("a wider form without rows does not take the place of the reviews", () => {
    expect(read("r.xlsx", workbookOfSheets({ Form: [[...HEADER, "text"]], Google: PAT })).lines).toHaveLength(1);
  });

  test("a cell beyond the widest sheet is not dropped", () => {
    const wide = PAT.map((row, at) => [...row, ...Array(2000).fill(""), at === 0 ? "text" : "Good"]);
    expect(refusalOf(() => read("r.xlsx", workbookOfSheets({ a: wide })))).toMatch(/more than 2,000 columns; save one/);
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

describe("names of columns", () => {
  const file = (header: string, ...cells: readonly string[]) =>
    [`date,name,rating,${header}`, ...cells.map((cell, at) => `2026-11-1${at},Pat Lake,5,${cell}`)].join("\n");

  const WITHOUT_TEXT = { ...GOOGLE, columns: { text: "" } } as const;

  test.each([
    ["Your response", "replyText"],
    ["responses", "replyText"],
    ["Antwort vom Inhaber", "replyText"],
    ["Réponse de l'entreprise", "replyText"],
    ["Respuesta de la empresa", "replyText"],
    ["External review ID", "sourceId"],
  ] as const)("%s is the %s", (header, field) => {
    expect(read("r.csv", file(header, "Thanks", "Cheers"), WITHOUT_TEXT).reviews[0]?.[field]).toBe("Thanks");
  });

  test("technicians, services and places are found in four languages", () => {
    const header = "Monteur;Prestations;Lieu d'intervention;Tipo de servicio";
    const { reviews } = read("r.csv", `date;name;rating;${header}\n2026-11-10;Pat Lake;5;Ana;Boiler;Lyon;\n`);
    expect(reviews[0]?.mentions).toEqual({ technicians: ["Ana"], services: ["Boiler"], service_areas: ["Lyon"] });
  });

  test("all technicians and services of a list are found by their names", () => {
    const lists =
      '"technicians": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Bob"}], "services": [{"name": "Boiler"}]';
    const { reviews } = read("r.json", `[{"stars": 5, "date": "2026-11-10", "comment": "Good", ${lists}}]`);
    expect(reviews[0]?.mentions).toEqual({ technicians: ["Ana", "Bob"], services: ["Boiler"], service_areas: [] });
  });

  test.each(["Rating (1-5)", "Stars out of 5", "Note /5", "Sterne (1 bis 5)", "Puntuación de 1 a 5"])(
    "%s is the rating",
    (header) => {
      expect(read("r.csv", `date,name,${header}\n2026-11-10,Pat Lake,4\n`).reviews[0]?.rating).toBe(4);
    },
  );

  test("addresses are no service areas", () => {
    const { reviews, notes } = read("r.csv", file("Job location", "12 Main St", "Salem"));
    expect(reviews.map(({ mentions }) => mentions)).toEqual([null, null]);
    expect(notes).toContain('"Job location" was not read as the service areas because it contains addresses');
  });

  test("a scale of ten in the name of the rating is asked about", () => {
    expect(refusalOf(() => read("r.csv", "date,name,Note /10\n2026-11-10,Pat Lake,4\n"))).toMatch(/--scale 10/);
  });

  test("the day of a reply is found in its object", () => {
    for (const key of ["publishTime", "publishedAt", "createTime", "respondedAt"]) {
      const reply = `{"text": "Thanks", "${key}": "2026-11-12T15:00:00Z"}`;
      const file = `[{"stars": 5, "date": "2026-11-10", "comment": "Good", "ownerResponse": ${reply}}]`;
      expect(read("r.json", file).reviews[0]).toMatchObject({ replyText: "Thanks", replyDate: "2026-11-12" });
    }
  });

  test("a column that contradicts its name is named in a note", () => {
    const { reviews, notes } = read("r.csv", file("Response", "Yes", "No"));
    expect(reviews.map(({ replyText }) => replyText)).toEqual([null, null]);
    expect(notes).toContain('"Response" was not read as the reply because it only states whether there is a reply');
    expect(read("r.csv", file("Replies", "1", "0")).reviews[0]?.replyText).toBeNull();
  });
});

describe("languages by name", () => {
  const file = (...languages: readonly string[]) =>
    ["date,name,rating,Language", ...languages.map((each, at) => `2026-11-1${at},Pat Lake,5,${each}`)].join("\n");

  test("are read as their tags", () => {
    const { reviews } = read("r.csv", file("German", "Englisch", "français", "es", "English (US)", "de_AT"));
    expect(reviews.map(({ language }) => language)).toEqual(["de", "en", "fr", "es", "en", "de-AT"]);
  });

  test("that are unknown are named in a note", () => {
    expect(read("r.csv", file("Klingon", "en")).notes).toContain('"Language" was not read as the language');
  });
});

describe("machine translations", () => {
  test("next to a column of the originals are no words of the customer", () => {
    const file =
      "date,name,rating,Text,Original text\n2026-11-10,Jana Mills,5,Great,Prima\n2026-11-11,Lee Marsh,4,Good,\n";
    const { reviews } = read("r.csv", file);
    const said = reviews.map(({ text, translationText }) => [text, translationText]);
    expect(said).toEqual([
      ["Prima", "Great"],
      ["Good", null],
    ]);
    const nested = '[{"stars": 5, "date": "2026-11-10", "text": "Great", "originalText": "Prima"}]';
    expect(read("r.json", nested).reviews[0]).toMatchObject({ text: "Prima", translationText: "Great" });
    const named =
      "date,name,rating,Original text,Translated text\n2026-11-10,Jana Mills,5,,Great\n2026-11-11,Lee Marsh,4,Gut,\n";
    expect(read("r.csv", named).reviews[0]).toMatchObject({ text: "", translationText: "Great" });
  });
});

describe("a column of the highest possible rating", () => {
  const file = (best: readonly number[]) =>
    ["date,name,rating,Max rating", ...best.map((each, at) => `2026-11-1${at},Pat Lake,${4 - at},${each}`)].join("\n");

  test("decides the scale", () => {
    expect(read("r.csv", file([5, 5])).reviews.map(({ rating }) => rating)).toEqual([4, 3]);
    expect(refusalOf(() => read("r.csv", file([10, 10])))).toMatch(/scale of 10; add --scale 10/);
    const { reviews } = read("r.csv", file([10]), { ...GOOGLE, scale: "10" });
    expect(reviews.map(({ rating }) => rating)).toEqual([2]);
    const nested = '[{"rating": {"value": 4, "max": 10}, "date": "2026-11-10", "text": "Fine"}]';
    expect(refusalOf(() => read("r.json", nested))).toMatch(/scale of 10/);
  });

  test("with several scales, or one that cannot be converted, is refused", () => {
    expect(refusalOf(() => read("r.csv", file([5, 10])))).toMatch(/several scales, such as 5 and 10/);
    expect(refusalOf(() => read("r.csv", file([20, 20])))).toMatch(/on a scale of 20; convert them to 1 to 5/);
    const written = readOne("r.csv", "date,rating\n2026-11-10,16/20\n", { ...GOOGLE, today: "2026-11-30" });
    expect(written.problems.map(({ message }) => message)).toEqual(["expected a whole number from 1 to 5"]);
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
