/** Ids that lost digits, or name another review than before. */
import { describe, expect, test } from "bun:test";
import { Workshop } from "../support/command_line.ts";

const record = (id: string, author: string, day: number, rating: number, text: string) =>
  `{"review_id":${id},"rating":${rating},"date":"2026-05-0${day}","text":"${text}","author":"${author}"}`;
const first = record("17841405793187218001", "Pat Lake", 1, 5, "On time and friendly.");
const second = record("17841405793187218002", "Kim Ford", 3, 2, "The leak is back.");
const own = (id: string, day: number) =>
  `{"id":"a${day}","rating":5,"date":"2026-05-0${day}","text":"Good","author":{"name":"Pat L."},"source":{"name":"google","review_id":${id}}}`;
const SOURCE = ["--source", "google"];

describe("an id beyond 2^53", () => {
  test.each([
    ["in JSON", "json", `[${first}]`, `[${second}]`],
    ["in JSON lines", "ndjson", `${first}\n${first.replace("8001", "8003")}\n`, `${second}\n`],
    [
      "in our own JSON",
      "json",
      `{"reviews":[${own("17841405793187218001", 1)}]}`,
      `{"reviews":[${own("17841405793187218002", 2)}]}`,
    ],
  ])("%s keeps its digits: another id is another review", async (_what, ending, one, other) => {
    using shop = new Workshop();
    shop.write(
      `a.${ending}`,
      ending === "json" && one.startsWith("{") ? one.replace("{", '{"business":{"name":"Brook"},') : one,
    );
    shop.write(`b.${ending}`, other);
    await shop.run("import", `a.${ending}`, ...SOURCE);
    expect((await shop.run("import", `b.${ending}`, ...SOURCE)).out).toStartWith("1 new, 0 changed, 0 unchanged");
  });
});

test.each(["5.12346E+17", "5,12346E+17"])(
  "the id %s of a spreadsheet is refused with what to do, and can be ignored",
  async (id) => {
    using shop = new Workshop();
    shop.write("r.csv", `review_id,rating,date,text,author\n"${id}",5,2026-05-01,On time and friendly,Pat Lake\n`);
    const { err, code } = await shop.run("import", "r.csv", ...SOURCE);
    expect(err).toContain(
      `review_id is "${id}", expected the whole id: a spreadsheet has cut its digits; format the column as text and export it again, or import without ids with --ids ignore`,
    );
    expect(code).toBe(1);
    expect((await shop.run("import", "r.csv", ...SOURCE, "--ids", "ignore")).out).toStartWith("1 new");
  },
);

describe("an id under which another review is stored", () => {
  const file = (...rows: readonly string[]) => `review_id,rating,date,text,author\n${rows.join("\n")}\n`;
  const before = file("1,5,2026-05-01,On time and friendly,Pat Lake", "2,4,2026-05-02,Good work,Lee Marsh");
  const renumbered = file("1,2,2026-05-03,The leak is back,Kim Ford", "2,5,2026-05-01,On time and friendly,Pat Lake");

  test("is asked about before anything is overwritten, in a dry run as well", async () => {
    using shop = new Workshop();
    shop.write("a.csv", before);
    shop.write("b.csv", renumbered);
    await shop.run("import", "a.csv", ...SOURCE);
    for (const dry of [[], ["--dry-run"]]) {
      const { err, code } = await shop.run("import", "b.csv", ...SOURCE, ...dry);
      expect(err).toContain(
        'row 2 (id "1"): author, day, stars and text all differ from the review of 2026-05-01 that is stored under this id; add --ids ignore if the ids of the file do not identify reviews, or --ids overwrite to replace the stored review',
      );
      expect(code).toBe(1);
    }
    expect((await shop.run("import", "b.csv", ...SOURCE, "--ids", "overwrite")).out).toStartWith("0 new, 2 changed");
  });

  test("is left alone where the ids are ignored", async () => {
    using shop = new Workshop();
    shop.write("a.csv", before);
    shop.write("b.csv", renumbered);
    await shop.run("import", "a.csv", ...SOURCE);
    expect((await shop.run("import", "b.csv", ...SOURCE, "--ids", "ignore")).out).toStartWith(
      "1 new, 0 changed, 1 unchanged",
    );
  });

  test("is an edit where the author, the day or the words are the same", async () => {
    using shop = new Workshop();
    shop.write("a.csv", before);
    shop.write("b.csv", file("1,2,2026-05-03,The leak is back,Pat Lake", "2,1,2026-05-02,Rude on the phone,Kim Ford"));
    await shop.run("import", "a.csv", ...SOURCE);
    expect((await shop.run("import", "b.csv", ...SOURCE)).out).toStartWith("0 new, 2 changed");
  });
});
