import { expect, test } from "bun:test";
import { reviewsFile, shopWith, Workshop } from "../support/command_line.ts";

const shopWithReviews = () =>
  shopWith(
    { id: "old", date: "2025-01-01", rating: 2 },
    { id: "new", date: "2026-05-02", source: { name: "yelp" } },
    { id: "held", date: "2026-05-01", verification: { method: "none" } },
  );

test("list shows reviews newest first, withheld ones with the reason", async () => {
  using shop = await shopWithReviews();
  const { out } = await shop.run("list");
  const lines = out.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^new +2026-05-02 +5\/5 +yelp +operator_attested +Jane D\. +On time and tidy$/);
  expect(lines[1]).toMatch(/^held .* withheld: unverified /);
  expect(lines[3]).toBe("3 of 3 reviews");
});

test("list filters by status, reason, rating, source and dates, and counts what it leaves out", async () => {
  using shop = await shopWithReviews();
  const ids = async (...args: string[]) => {
    const { reviews } = (await shop.run("list", "--json", ...args)).json;
    return reviews.map(({ id }: { id: string }) => id);
  };
  expect(await ids("--status", "published")).toEqual(["new", "old"]);
  expect(await ids("--status", "withheld")).toEqual(["held"]);
  expect(await ids("--withheld", "unverified")).toEqual(["held"]);
  expect(await ids("--rating", "2")).toEqual(["old"]);
  expect(await ids("--source", "Yelp")).toEqual(["new"]);
  expect(await ids("--since", "2026-05-01", "--until", "2026-05-01")).toEqual(["held"]);
  expect((await shop.run("list", "--limit", "1", "--json")).json).toMatchObject({ total: 3, reviews: [{ id: "new" }] });
});

test("list refuses an invalid date", async () => {
  using shop = await shopWithReviews();
  const { code, err } = await shop.run("list", "--since", "2026-02-30");
  expect(err).toBe('goodword: --since is "2026-02-30", expected a date such as 2026-05-31\n');
  expect(code).toBe(2);
});

test("log shows what was changed, latest first, and of one review", async () => {
  using shop = await shopWithReviews();
  await shop.run("reply", "old", "Sorry about that");
  const { json } = await shop.run("log", "--json");
  expect(json.map(({ command }: { command: string }) => command)).toEqual(["reply", "import"]);
  expect(json[1]).toMatchObject({ revision: 1, at: "2026-06-01T12:00:00.000Z", detail: { added: 3 } });
  expect((await shop.run("log", "--review", "old")).out).toMatch(/^r2 +\S+ +reply +old +A reply was published\.\n$/);
});

test("log of a new database reports no changes", async () => {
  using shop = new Workshop();
  await shop.withStore(() => {});
  expect((await shop.run("log")).out).toBe("No changes yet\n");
});

test("stats counts what is kept, published and withheld by star", async () => {
  using shop = await shopWithReviews();
  const { out } = await shop.run("stats");
  expect(out).toContain("reviews        3 stored, 2 published");
  expect(out).toContain("withheld       1 unverified");
  expect(out).toMatch(/\n5 +1 +1\n/);
  expect((await shop.run("stats", "--json")).json).toMatchObject({ revision: 1, oldest: "2025-01-01", removed: 0 });
});

test("stats of a new database shows no mean rating", async () => {
  using shop = new Workshop();
  await shop.withStore(() => {});
  expect((await shop.run("stats")).out).toContain("mean rating    none yet");
});

const HOSTILE = "a\u200bb\u2066c\u2069\u00ad\u{e0049}\u{e0047}\u{e007f}d\u{1f3f4}";

test("list and log show no zero-width, bidirectional or tag character on a terminal", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1", text: `אב ${HOSTILE}`, author: { name: `Jane${HOSTILE}` } }));
  await shop.run("import", "reviews.json", "--name-policy", "full");
  const { out } = await shop.run("list");
  expect(out).toContain("abcd\u{1f3f4}");
  expect(out).not.toMatch(/[\u00ad\u200b-\u200f\u2060-\u206f]|\udb40/);
  const { out: text, json } = await shop.run("list", "--json");
  expect(text).not.toMatch(/[\u00ad\u200b-\u200f\u2060-\u206f]|\udb40/);
  expect(json.reviews[0].text).toContain("\u200b");
});

test("list --author finds names whatever accents and case they are asked by, in full, too", async () => {
  using shop = new Workshop();
  const names = ["Renée Dubois", "José Núñez", "Jürgen Groß", "Bjørn Øster"];
  shop.write("reviews.json", reviewsFile(...names.map((name, at) => ({ id: `a${at}`, author: { name } }))));
  await shop.run("import", "reviews.json");
  const found = async (author: string) => (await shop.run("list", "--json", "--author", author)).json.reviews;
  for (const [at, asked] of ["renee", "JOSE NUNEZ", "jürgen", "bjorn o."].entries()) {
    expect(await found(asked)).toMatchObject([{ id: `a${at}` }]);
  }
  expect(await found("RENÉE DUBOIS")).toMatchObject([{ id: "a0" }]);
  expect(await found("Renata")).toEqual([]);
  expect((await shop.run("remove", "--author", "Renee D.", "--reason", "request", "--dry-run")).out).toContain("a0");
});
