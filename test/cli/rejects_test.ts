import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { splitRows } from "../../src/owner/refused_records.ts";
import { Workshop } from "../support/command_line.ts";

const REVIEW = {
  reviewer: { displayName: "Jane Doe" },
  starRating: "FIVE",
  comment: "On time",
  createTime: "2026-05-01T10:00:00Z",
  updateTime: "2026-05-01T10:00:00Z",
  name: "accounts/1/locations/2/reviews/3",
};

test("import --rejects finds the records in an archive", async () => {
  using shop = new Workshop();
  const bad = { ...REVIEW, starRating: "SIX", name: "accounts/1/locations/2/reviews/4" };
  const file = "Takeout/Google Business Profile/account-1/location-2/reviews.json";
  shop.write("takeout.zip", zipSync({ [file]: strToU8(JSON.stringify({ reviews: [REVIEW, bad] })) }));
  const { out } = await shop.run("import", "takeout.zip", "--skip-invalid", "--rejects", "rejects.json");
  expect(out).toContain("Wrote 1 skipped record to ");
  // Whole names and texts that were not masked yet.
  expect(statSync(shop.path("rejects.json")).mode & 0o777).toBe(0o600);
  expect(JSON.parse(shop.read("rejects.json")).reviews).toEqual([bad]);
  shop.write("mended.json", shop.read("rejects.json").replace("SIX", "FOUR"));
  expect((await shop.run("import", "mended.json")).out).toStartWith("1 new");
});

const RATED_9 = {
  "@type": "Review",
  author: "Jane",
  datePublished: "2026-05-01",
  reviewBody: "Fine",
  reviewRating: { "@type": "Rating", ratingValue: 9 },
};
const RATED_4 = { ...RATED_9, author: "Bob", reviewRating: { "@type": "Rating", ratingValue: 4 } };
const PAGE = { "@context": "https://schema.org", "@type": "Plumber", name: "Ace", review: [RATED_9, RATED_4] };

test.each([
  ["a file", "reviews.json", JSON.stringify(PAGE)],
  ["a graph", "reviews.json", JSON.stringify({ "@context": "https://schema.org", "@graph": [PAGE] })],
  ["a single review", "reviews.json", JSON.stringify({ "@context": "https://schema.org", ...RATED_9 })],
  ["a saved page", "page.html", `<html><script type="application/ld+json">${JSON.stringify(PAGE)}</script></html>`],
])("import --rejects keeps JSON-LD of %s as JSON-LD, which imports once it is mended", async (_, name, text) => {
  using shop = new Workshop();
  shop.write(name, text);
  const source = ["--source", "ace"];
  const { out } = await shop.run("import", name, ...source, "--skip-invalid", "--rejects", "rejects.json");
  expect(out).toContain("Wrote 1 skipped record to ");
  expect(JSON.parse(shop.read("rejects.json"))).toMatchObject({
    "@context": "https://schema.org",
    "@graph": [RATED_9],
  });
  shop.write("mended.json", shop.read("rejects.json").replace(": 9", ": 3"));
  expect((await shop.run("import", "mended.json", ...source)).out).toStartWith("1 new");
});

test("import --rejects writes no file when nothing is left out", async () => {
  using shop = new Workshop();
  shop.write("reviews.csv", "date,rating\n2026-01-02,5\n");
  await shop.run("import", "reviews.csv", "--source", "google", "--skip-invalid", "--rejects", "rejects.csv");
  expect(shop.has("rejects.csv")).toBe(false);
});

test("splitRows() keeps line ends inside quotes", () => {
  expect(splitRows('a,b\r\n"1\n2","3 ""x"""\n4,5')).toEqual(["a,b", '"1\n2","3 ""x"""', "4,5"]);
});
