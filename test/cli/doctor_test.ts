import { expect, test } from "bun:test";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { reviewOf, Workshop } from "../support/command_line.ts";
import { skipUnless } from "../support/tools.ts";

const BUSINESS = {
  name: "Ace",
  time_zone: "America/Chicago",
  technicians: ["Amy"],
  services: ["Drains"],
  license: "CC-BY-4.0",
  sources: ["google", "yelp", "facebook"].map((name) => ({ name, terms: `https://${name}.test/terms` })),
};

async function shopWith(business: object, ...reviews: Record<string, unknown>[]): Promise<Workshop> {
  const shop = new Workshop();
  shop.write("all.json", JSON.stringify({ business, reviews: reviews.map(reviewOf) }));
  await shop.run("import", "all.json");
  return shop;
}

test("doctor reports that all is well", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1" });
  const { code, out } = await shop.run("doctor");
  expect(out).toEndWith("All is well\n");
  expect(out).toMatch(/ok +\/reviews\.json +1 reviews/);
  expect(code).toBe(0);
});

test.each([
  [1, "1 review not verified and so not published; see goodword verify"],
  [2, "2 reviews not verified and so not published; see goodword verify"],
])("doctor counts %d unverified in plain words", async (count, message) => {
  const none = { verification: { method: "none" } };
  using shop = await shopWith(BUSINESS, ...Array.from({ length: count }, (_, at) => ({ id: `a${at}`, ...none })));
  expect((await shop.run("doctor")).out).toContain(message);
});

test("doctor advises on time zone, catalog, unverified reviews, sample data and a local BASE_URL", async () => {
  const none = { verification: { method: "none" } };
  using shop = await shopWith({ name: "Ace", is_sample: true }, { id: "a1", ...none });
  shop.context = { env: { DATABASE_URL: `file:${shop.database}` } };
  const { code, json } = await shop.run("doctor", "--json");
  const about = json.findings
    .filter(({ level }: { level: string }) => level === "advice")
    .map((each: { about: string }) => each.about);
  expect(about).toEqual(["BASE_URL", "licence", "business", "time zone", "catalog", "catalog", "verification"]);
  expect(code).toBe(0);
});

test.skipIf(skipUnless(existsSync("/proc/self/limits"), "the limit of open files: only Linux reports it"))(
  "doctor advises a higher limit of open files where it is low",
  async () => {
    using shop = await shopWith(BUSINESS, { id: "a1" });
    const doctor = Bun.spawn(["sh", "-c", 'ulimit -n 1024 && exec "$0" src/main.ts doctor', process.execPath], {
      env: { ...process.env, DATABASE_URL: `file:${shop.database}`, BASE_URL: "https://reviews.example" },
      stdout: "pipe",
    });
    expect(await new Response(doctor.stdout).text()).toMatch(/open files +at most 1024 files and connections at once/);
  },
);

test("doctor asks for the licence of the data and for the terms of each site that reviews come from", async () => {
  const { license: _, sources: _terms, ...silent } = BUSINESS;
  using shop = await shopWith(silent, { id: "a1" });
  const { out } = await shop.run("doctor");
  expect(out).toContain("none declared, so nobody may reuse the data; set license of the business");
  expect(out).toContain("no terms declared for reviews from google; set sources of the business");
});

test("doctor finds the same words twice", async () => {
  const text = "They came on time and fixed the drain under the sink at once";
  using shop = await shopWith(BUSINESS, { id: "a1", text }, { id: "a2", text, date: "2026-04-01" });
  expect((await shop.run("doctor")).out).toContain(
    "the same text by the same author: a2 = a1; see goodword remove ID --reason duplicate",
  );
});

test("doctor finds translation marks left in a reply or text", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1", text: "Muy bien (Translated by Google) very good" });
  expect((await shop.run("doctor")).out).toContain("Google's translation marks remain in a1");
});

test("doctor points out that low ratings are withheld more often than high ones", async () => {
  const bad = (id: string) => ({ id, rating: 1, verification: { method: "none" } });
  using shop = await shopWith(BUSINESS, ...["b1", "b2", "b3", "b4", "b5"].map(bad), { id: "a1" });
  expect((await shop.run("doctor")).out).toContain("100 % of low ratings are withheld, but 0 % of high ones");
});

test("doctor finds settings that cannot be understood, and exits with 1", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1" });
  shop.context = { env: { DATABASE_URL: `file:${shop.database}`, PORT: "many", BASE_URL: "ftp://x" } };
  const { code, json } = await shop.run("doctor", "--json");
  expect(json.wrong).toBe(2);
  expect(code).toBe(1);
});

test("doctor finds damage inside the database file", async () => {
  using shop = await shopWith(
    BUSINESS,
    ...Array.from({ length: 60 }, (_, at) => ({ id: `a${at}`, text: "word ".repeat(300) })),
  );
  await shop.run("backup", "copy.sqlite");
  const bytes = readFileSync(shop.path("copy.sqlite"));
  for (let page = 3; page * 4096 < bytes.length; page++) bytes.fill(0xee, page * 4096, page * 4096 + 8);
  writeFileSync(shop.path("copy.sqlite"), bytes);
  const { code, out, err } = await shop.run("doctor", "--database", shop.path("copy.sqlite"));
  expect(out + err).toMatch(/damaged/);
  expect([1, 3]).toContain(code);
});

test("doctor reports a console address that is not https, unless it is this machine's", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1" });
  const env = { DATABASE_URL: `file:${shop.database}`, BASE_URL: "https://ace.test" };
  shop.context = { env: { ...env, CONSOLE_URL: "http://console.ace.test" } };
  expect((await shop.run("doctor")).out).toContain("http://console.ace.test is not https");
  shop.context = { env: { ...env, CONSOLE_URL: "http://localhost:3080" } };
  expect((await shop.run("doctor")).out).not.toContain("CONSOLE_URL");
});

test("doctor advises against HUB_ALLOW_PRIVATE_CALLBACKS and plain http", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1" });
  shop.context = {
    env: { DATABASE_URL: `file:${shop.database}`, BASE_URL: "http://ace.test", HUB_ALLOW_PRIVATE_CALLBACKS: "true" },
  };
  const { out } = await shop.run("doctor");
  expect(out).toContain("http://ace.test is not https");
  expect(out).toContain("HUB_ALLOW_PRIVATE_CALLBACKS is true");
});

test("doctor of an untouched database advises to import", async () => {
  using shop = new Workshop();
  await shop.withStore(() => {});
  expect((await shop.run("doctor")).out).toContain("none yet; import some");
});

test("doctor finds an index that lacks rows", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1", verification: { method: "none" } });
  await shop.run("backup", "copy.sqlite");
  const bytes = readFileSync(shop.path("copy.sqlite"), "latin1");
  // The same length, another meaning: the index should hold what it does not.
  writeFileSync(shop.path("copy.sqlite"), bytes.replace("WHERE withheld is null", "WHERE withheld notnull"), "latin1");
  const { code, out } = await shop.run("doctor", "--database", shop.path("copy.sqlite"));
  expect(out).toMatch(/WRONG +database +damaged: row 1 missing from index reviews_\w+; restore a backup/);
  expect(code).toBe(1);
});

test("doctor advises to close a database that other users of the machine can read", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1" });
  chmodSync(shop.database, 0o644);
  const { code, out } = await shop.run("doctor");
  expect(out).toContain(`other users of this machine can read it, secrets included; run chmod 600 ${shop.database}`);
  expect(code).toBe(0);
});

const SHORT = { text: "Great job!" };
const TWO_SITES = [
  { id: "g1", ...SHORT },
  { id: "y1", ...SHORT, source: { name: "yelp" } },
];

test("doctor lists pairs that may be one customer's review, with the command for either answer", async () => {
  using shop = await shopWith(BUSINESS, ...TWO_SITES);
  const { code, out } = await shop.run("doctor");
  expect(out).toContain("1 pair of reviews at different sources may be one customer's review");
  expect(out).toContain("  y1: Jane D. on Yelp, 2026-05-01, 5 stars: Great job!\n");
  expect(out).toContain("  goodword join g1 y1, or goodword split g1 y1\n");
  expect(code).toBe(0);
  const { findings } = (await shop.run("doctor", "--json")).json;
  expect(findings.find(({ about }: { about: string }) => about === "copies").pairs).toMatchObject([
    {
      ids: ["g1", "y1"],
      join: "goodword join g1 y1",
      split: "goodword split g1 y1",
      reviews: [{ id: "g1" }, { id: "y1" }],
    },
  ]);
});

test("doctor does not call two reviews duplicates that the owner has told apart", async () => {
  const text = "They came on time and fixed the drain under the sink at once";
  using shop = await shopWith(BUSINESS, { id: "a1", text }, { id: "a2", text, source: { name: "yelp" } });
  await shop.run("split", "a1", "a2");
  expect((await shop.run("doctor")).out).toEndWith("All is well\n");
});

test("doctor counts the reviews that wait for this release's engine, and leaves their analysis to those who need it", async () => {
  using shop = await shopWith(BUSINESS, { id: "a1" }, { id: "a2" });
  expect((await shop.run("doctor")).out).not.toContain("analysis");
  await shop.withStore(({ file }) => void file.run("UPDATE reviews SET analysis_key = 'older'"));
  const { code, out } = await shop.run("doctor");
  expect(out).toContain(
    "2 reviews to be re-analysed by the engine of this release; the server does so at its next start",
  );
  expect(out).toMatch(/ok +\/reviews\.json +2 reviews/);
  expect(code).toBe(0);
  const left = await shop.withStore(({ reviews }) => reviews.read((reads) => reads.countStale(["older"])));
  expect(left).toBe(2);
});
