/** An owner's first year with Goodword, command by command. */
import { expect, test } from "bun:test";
import { copyFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Workshop } from "../support/command_line.ts";
import { skipUnless } from "../support/tools.ts";

const REVIEWS = `date,rating,text,author,source
2026-03-02,5,"Amy was on time and fixed the drain in half an hour.",Jane Doe,google
2026-03-09,2,"Good work, but two hours late. Call me at 212-555-0142",Robert Hill,yelp
2026-04-20,5,"Best in town!",Max Power,google
`;
const JOBS = `Date,Customer,Service,Technician
2026-02-27,Jane Doe,Drain cleaning,Amy Brook
2026-03-07,"Hill, Robert",Drain cleaning,Ben Ito
`;

test("an owner describes the business, imports, verifies, answers, takes down and exports", async () => {
  using shop = new Workshop();
  shop.write("reviews.csv", REVIEWS);
  shop.write("jobs.csv", JOBS);

  await shop.run("init", "business.json", "--name", "Brook & Daughter", "--technicians", "Amy Brook, Ben Ito");
  const dry = await shop.run("import", "business.json", "reviews.csv", "--dry-run");
  expect(dry.out).toContain('telephone number "212-555-0142" is masked');
  const imported = await shop.run("import", "business.json", "reviews.csv");
  expect(imported.out).toStartWith("3 new, 0 changed, 0 unchanged, 3 withheld; revision 1\n");

  expect((await shop.run("jobs", "add", "jobs.csv")).out).toContain("2 verify a review");
  const ids = Object.fromEntries(
    (await shop.run("list", "--json")).json.reviews.map(({ author, id }: { author: string; id: string }) => [
      author,
      id,
    ]),
  );
  expect((await shop.run("reply", ids["Robert H."], "We are sorry, and will call ahead.")).code).toBe(0);
  expect((await shop.run("remove", ids["Jane D."], "--reason", "request")).code).toBe(0);

  const again = await shop.run("import", "business.json", "reviews.csv");
  expect(again.out).toStartWith("0 new, 0 changed, 2 unchanged, 1 kept out because they were removed; revision 4\n");

  await shop.run("export", "all.json");
  const { reviews, aggregate_rating } = JSON.parse(shop.read("all.json"));
  expect(reviews).toMatchObject([
    {
      rating: 2,
      text: "Good work, but two hours late. Call me at [removed]",
      verification: { method: "job_record", date: "2026-06-01" },
      reply: { text: "We are sorry, and will call ahead." },
    },
  ]);
  expect(aggregate_rating.review_count).toBe(1);
  expect((await shop.run("log", "--json")).json.map(({ command }: { command: string }) => command)).toEqual([
    ...["remove", "reply", "verify", "verify", "import"],
  ]);
  expect((await shop.run("doctor")).code).toBe(0);
});

const REAL = fileURLToPath(new URL("../../../shared/data/real/", import.meta.url));

for (const [name, count] of [
  ["hotel", 697],
  ["travel", 500],
] as const) {
  const file = `${REAL}${name}.csv`;
  const title = `the ${name} reviews import, import again, export and return without a change`;
  test.skipIf(skipUnless(existsSync(file), `${title}: ${file} is missing`))(title, async () => {
    using shop = new Workshop();
    const args = ["import", file, "--source", "other", "--verified-by", "operator_attested"];
    expect((await shop.run(...args)).out).toStartWith(`${count} new, 0 changed, 0 unchanged; revision 1\n`);
    expect((await shop.run(...args)).out).toStartWith(`0 new, 0 changed, ${count} unchanged; revision 1\n`);
    const before = (await shop.run("export")).out;
    for (const copy of ["all.json", "all.csv", "all.ndjson"]) {
      await shop.run("export", copy);
      expect((await shop.run("import", copy)).out).toStartWith(`0 new, 0 changed, ${count} unchanged; revision 1\n`);
    }
    expect((await shop.run("export")).out).toBe(before);
  });
}

test("an owner moves to another machine by a backup, and readers notice nothing", async () => {
  using here = new Workshop();
  using there = new Workshop();
  here.write("reviews.csv", REVIEWS);
  await here.run("import", "reviews.csv", "--verified-by", "operator_attested", "--name-policy", "first");
  const { reviews } = (await here.run("list", "--json")).json;
  await here.run("remove", reviews[0].id, "--reason", "request");
  await here.run("reply", reviews[1].id, "We are sorry.");

  await here.run("backup", "moving.sqlite");
  copyFileSync(here.path("moving.sqlite"), there.database);
  for (const format of ["json", "csv", "ndjson"]) {
    const [before, after] = [
      await here.run("export", "--format", format),
      await there.run("export", "--format", format),
    ];
    expect(after.out).toBe(before.out);
  }
  there.write("reviews.csv", REVIEWS);
  const again = await there.run("import", "reviews.csv", "--verified-by", "operator_attested");
  expect(again.out).toStartWith("0 new, 0 changed, 2 unchanged, 1 kept out because they were removed; revision 3\n");
});
