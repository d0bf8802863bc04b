/** Grades that are earned: what is believed of a file, of a flag, of an export and of an older database. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { SOURCES } from "../../src/review/mod.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";

const at = (name: string) => ({ source: { name } });
const by = (method: string, fields: object = {}) => ({ verification: { method, ...fields } });

async function gradesOf(shop: Workshop): Promise<Record<string, unknown>> {
  const { json } = await shop.run("list", "--json");
  const rows = json.reviews as { id: string; verification: string }[];
  return Object.fromEntries(rows.map(({ id, verification }) => [id, verification]));
}

describe("the registry of sources", () => {
  test("links to the evidence of each site that verifies customers, and of no other", () => {
    for (const { id, proves, basis } of SOURCES) {
      expect(`${id} ${proves} ${basis}`).toMatch(/^\S+ (?:(?:purchase|invitation) https?:\/\/\S+|nothing |) ?$/);
    }
    expect(SOURCES.filter(({ proves }) => proves === "nothing").map(({ id }) => id)).toEqual([
      "google",
      "yelp",
      "facebook",
      "nextdoor",
    ]);
  });
});

describe("--verified-by platform", () => {
  test.each([
    ["google", "Google does not check that its authors were customers"],
    ["gardenfence", "It is not known whether Gardenfence checks that its authors were customers"],
  ])("for %s counts as operator_attested, with the reason", async (source, reason) => {
    using shop = new Workshop();
    shop.write("reviews.json", reviewsFile({ ...at(source), verification: undefined }));
    const { code, out } = await shop.run("import", "reviews.json", "--verified-by", "platform");
    expect(code).toBe(0);
    expect(out).toContain(`${reason}: "platform" was taken as operator_attested, the business's own statement`);
    expect(await gradesOf(shop)).toEqual({ a1: "operator_attested" });
  });

  test("for a site that knows its authors' custom is believed", async () => {
    using shop = new Workshop();
    shop.write("reviews.json", reviewsFile({ ...at("trustpilot"), verification: undefined }));
    const { out } = await shop.run("import", "reviews.json", "--verified-by", "platform");
    expect(out).toBe("1 new, 0 changed, 0 unchanged; revision 1\n");
    expect(await gradesOf(shop)).toEqual({ a1: "platform" });
  });
});

test("a file's claims of a job, an invitation or a platform's check count as operator_attested where nothing proves them", async () => {
  using shop = new Workshop();
  const strong = { strength: "invoice", date: "2026-05-02" };
  const claims = [by("job_record", strong), by("invitation", strong), { ...at("facebook"), ...by("platform") }];
  shop.write("reviews.json", reviewsFile(...claims.map((fields, place) => ({ id: `r${place}`, ...fields }))));
  const { code, out } = await shop.run("import", "reviews.json");
  expect(code).toBe(0);
  expect(out).toContain('2 reviews claim "job_record" or "invitation", which a file cannot prove');
  expect(await gradesOf(shop)).toEqual(Object.fromEntries(["r0", "r1", "r2"].map((id) => [id, "operator_attested"])));
  await shop.run("export", "all.json");
  const { reviews } = JSON.parse(shop.read("all.json"));
  expect(reviews.map((review: { verification: object }) => review.verification)).toContainEqual({
    method: "operator_attested",
    strength: null,
    date: "2026-05-02",
  });
});

describe("a review that a job proves", () => {
  async function provedIn(shop: Workshop): Promise<void> {
    shop.write("reviews.json", reviewsFile({ author: { name: "Jane Doe" } }));
    shop.write("jobs.csv", "Date,Customer\n2026-04-28,Jane Doe\n");
    await shop.run("import", "reviews.json");
    await shop.run("jobs", "add", "jobs.csv");
  }

  test.each(["all.json", "all.csv", "all.ndjson"])(
    "keeps its grade when %s returns to the store that made it, and is the business's word elsewhere",
    async (file) => {
      using shop = new Workshop();
      using other = new Workshop();
      await provedIn(shop);
      await shop.run("export", file);
      expect((await shop.run("import", file)).out).toStartWith("0 new, 0 changed, 1 unchanged");
      expect(await gradesOf(shop)).toEqual({ a1: "job_record" });
      other.write("business.json", JSON.stringify({ business: { name: "Ace" } }));
      other.write(file, shop.read(file));
      await other.run("import", ...(file === "all.json" ? [] : ["business.json"]), file);
      expect(await gradesOf(other)).toEqual({ a1: "operator_attested" });
      await other.run("export", file);
      shop.write(file, other.read(file));
      expect((await shop.run("import", file)).out).toStartWith("0 new, 0 changed, 1 unchanged");
    },
  );
});

test.each(["drizzle", "drizzle/postgres"])(
  "a database of an older release keeps only grades that were earned (%s)",
  async (folder) => {
    using shop = new Workshop();
    const rows = ["google", "angi", "yelp", "direct", "elsewhere"].map((name) => ({ id: name, ...at(name) }));
    shop.write("reviews.json", reviewsFile(...rows));
    await shop.run("import", "reviews.json");
    const [name = ""] = readdirSync(folder).filter((each) => each.endsWith("_grades.sql"));
    using file = new Database(shop.database);
    file.run("UPDATE reviews SET verification_method = 'job_record', verification_strength = 'invoice'");
    file.run("UPDATE reviews SET verification_method = 'platform' WHERE id IN ('google', 'angi', 'elsewhere')");
    file.run("UPDATE reviews SET evidence = 'ab' WHERE id = 'yelp'");
    file.run(readFileSync(`${folder}/${name}`, "utf8"));
    const attested = Object.fromEntries(["google", "direct", "elsewhere"].map((id) => [id, "operator_attested"]));
    expect(await gradesOf(shop)).toEqual({ ...attested, angi: "platform", yelp: "job_record" });
  },
);
