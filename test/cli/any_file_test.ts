/** Files with unknown columns, dates and scales: explained, asked about, refused with the option, remembered. */
import { describe, expect, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";

const SHEET = "Wann,Wieviele,Was\n2025-03-14,5,They fixed the leak well\n2025-04-25,2,They came two hours late\n";
const RELATIVE = "date,rating,text\n2 weeks ago,5,They fixed the leak well\na month ago,2,They came two hours late\n";
const COLUMNS = ["--column", "rating=Wieviele", "--column", "date=Wann", "--column", "text=Was"];

/** A terminal on which these answers are typed, one after the other. */
function terminal(shop: Workshop, ...answers: string[]): string[] {
  const questions: string[] = [];
  shop.context = {
    ask: async (question) => {
      questions.push(question);
      return answers.shift() ?? "";
    },
  };
  return questions;
}

describe("import of a file with unknown columns, dates or scale", () => {
  test("names the options in one line, reads by them and remembers them for the source, and doctor lists them", async () => {
    using shop = new Workshop();
    shop.write("r.csv", SHEET);
    const { code, err } = await shop.run("import", "r.csv", "--source", "google");
    expect([code, err]).toEqual([1, expect.stringMatching(/^.*--column rating=Wieviele --column date=Wann.*\n$/)]);
    expect(shop.has("goodword.sqlite")).toBe(false);
    expect((await shop.run("import", "r.csv", "--source", "google", ...COLUMNS)).out).toContain("2 new");
    shop.write("later.csv", SHEET.replace("2025-03-14", "2025-05-14"));
    expect((await shop.run("import", "later.csv", "--source", "google")).out).toContain(
      "1 new, 0 changed, 1 unchanged",
    );
    expect((await shop.run("import", "later.csv", "--source", "yelp")).code).toBe(1);
    expect((await shop.run("doctor")).out).toContain(
      'files from Google are read with "Wieviele" as the rating, "Wann" as the date, "Was" as the text',
    );
  });

  test("is asked about on a terminal, with values from the file, until it is clear", async () => {
    using shop = new Workshop();
    shop.write("r.csv", SHEET);
    const questions = terminal(shop, "Wieviele", "nonsense", "Wann", "", "google");
    const { out, err } = await shop.run("import", "r.csv");
    expect(out).toContain("2 new");
    expect(err).toContain("Was: They fixed the leak well");
    expect(err).toContain("nonsense is not one of the choices");
    expect(questions.map((question) => question.replace(/ \(.*| \[.*/, "").trim())).toEqual([
      "Which column is the rating of a review?",
      "Which column is the date of a review?",
      "Which column is the date of a review?",
      "Which column is the text of a review?",
      "Where were the reviews written, such as google?",
    ]);
  });

  test("is not asked about with --json, and not without an answer", async () => {
    using shop = new Workshop();
    shop.write("r.csv", RELATIVE);
    expect(terminal(shop, "google")).toEqual([]);
    const { code, json } = await shop.run("import", "r.csv", "--source", "google", "--json");
    expect([code, json.error.code]).toEqual([1, "input_refused"]);
    terminal(shop, "");
    expect((await shop.run("import", "r.csv", "--source", "google")).code).toBe(1);
  });

  test("converts another scale with --scale, and records the conversion", async () => {
    using shop = new Workshop();
    shop.write(
      "r.csv",
      "date,rating,text\n2025-03-14,9,They fixed the leak well\n2025-04-25,7,They came two hours late\n",
    );
    const options = ["--source", "kiyoh", "--verified-by", "platform", "--scale", "10"];
    expect((await shop.run("import", "r.csv", ...options)).err).toContain("--round half-up rounds halves");
    expect((await shop.run("import", "r.csv", ...options, "--round", "half-up")).out).toContain("2 new");
    const converted = await shop.withStore((store) => store.editions.read((edition) => edition.convertedRatings()));
    expect(converted).toEqual([{ source: "klantenvertellen", best: 10, isRounded: true }]);
  });

  test("is explained column by column, as a table and as JSON, without a database", async () => {
    using shop = new Workshop();
    shop.write("r.csv", "date,rating,colour,text\n14/03/2025,5,red,They fixed the leak well\n");
    const { out } = await shop.run("import", "r.csv", "--source", "google", "--explain");
    expect(out).toContain("day before month: 14/03/2025 allows no other order");
    expect(out).toMatch(/colour +- +means nothing here +red/);
    const { json } = await shop.run("import", "r.csv", "--source", "google", "--explain", "--json");
    expect(json.files[0]).toMatchObject({ kind: "csv", encoding: "utf-8", rows: 1, source: { name: "google" } });
    expect(json.files[0].columns[0]).toEqual({
      column: "date",
      became: "date",
      why: "by its name",
      example: "14/03/2025",
    });
    expect(shop.has("goodword.sqlite")).toBe(false);
  });

  test.each([
    [["--column", "colour=x"], "Invalid --column"],
    [["--column", "rating"], "Invalid --column"],
    [["--as-of", "2026-02-30"], "--as-of is"],
    [["--scale", "7"], "--scale"],
  ])("%j is a mistake of usage", async (options, message) => {
    using shop = new Workshop();
    shop.write("r.csv", SHEET);
    const { code, err } = await shop.run("import", "r.csv", "--source", "google", ...options);
    expect([code, err.includes(message)]).toEqual([2, true]);
  });

  test("a column that is named and not there is refused with those that are", async () => {
    using shop = new Workshop();
    shop.write("r.csv", SHEET);
    const { code, err } = await shop.run("import", "r.csv", "--source", "google", "--column", "rating=Stars");
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('No column "Stars" for the rating; the columns are "Wann", "Wieviele", "Was"'),
    ]);
  });
});
