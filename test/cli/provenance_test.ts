/** How reviews came here: decided by the format they came by, kept by every round trip, a filter in every face. */
import { describe, expect, test } from "bun:test";
import { readImport } from "../../src/import/mod.ts";
import type { Provenance } from "../../src/review/mod.ts";
import { reviewsFile, shopWith, Workshop } from "../support/command_line.ts";

const fixture = (name: string) => new URL(`../fixtures/import/${name}`, import.meta.url);

async function provenancesOf(shop: Workshop): Promise<Record<string, string>> {
  await shop.run("export", "seen.json");
  const { reviews } = JSON.parse(shop.read("seen.json")) as { reviews: { id: string; provenance: string }[] };
  return Object.fromEntries(reviews.map(({ id, provenance }) => [id, provenance]));
}

async function readFrom(name: string, content?: string) {
  const bytes = content === undefined ? await Bun.file(fixture(name)).bytes() : new TextEncoder().encode(content);
  const options = { today: "2026-11-20", timeZone: "UTC", source: "google" };
  return [...new Set(readImport([{ name, bytes }], options).records.map(({ review }) => review.provenance))];
}

test.each<[string, Provenance]>([
  ["trustpilot.json", "platform_api"],
  ["google_business_page.json", "platform_api"],
  ["judgeme.csv", "export"],
  ["okendo.csv", "export"],
  ["schema_org_page.html", "public_page"],
])("a review of %s came by %s", async (name, provenance) => {
  expect(await readFrom(name)).toEqual([provenance]);
});

test.each<[string, string, Provenance]>([
  [
    "a scraper's table",
    "review_datetime_utc,author_title,review_rating,review_text\n05/13/2026 10:00:00,Jo,5,Fine",
    "public_page",
  ],
  [
    "Judge.me's export",
    "review_date,reviewer_name,product_handle,rating,body\n2026-05-01 10:00:00 UTC,Jo,x,5,Fine",
    "export",
  ],
  ["anybody's table", "Date,Rating,Text\n2026-05-01,5,Fine", "unknown"],
])("a review of %s", async (_, table, provenance) => {
  expect(await readFrom("table.csv", table)).toEqual([provenance]);
});

describe("round trips", () => {
  test("the nearer way that a review came by is kept, whichever file comes first", async () => {
    using shop = new Workshop();
    shop.write("seen.json", reviewsFile({ provenance: "public_page" }));
    await shop.run("import", "seen.json");
    shop.write("near.json", reviewsFile({ provenance: "platform_api" }));
    expect((await shop.run("import", "near.json")).out).toStartWith("0 new, 1 changed");
    shop.write("seen.json", reviewsFile({ provenance: "public_page" }));
    expect((await shop.run("import", "seen.json")).out).toStartWith("0 new, 0 changed, 1 unchanged");
    expect(await provenancesOf(shop)).toEqual({ a1: "platform_api" });
  });

  test.each(["all.json", "all.csv", "all.ndjson"])(
    "%s changes nothing where it was made, and brings an invitation of elsewhere as an export",
    async (file) => {
      using shop = await shopWith({ provenance: "invitation" }, { id: "b2", provenance: "public_page" });
      await shop.run("export", file);
      expect((await shop.run("import", file)).out).toStartWith("0 new, 0 changed, 2 unchanged");
      expect(await provenancesOf(shop)).toEqual({ a1: "export", b2: "public_page" });
    },
  );
});
