import { expect, test } from "bun:test";
import { reviewOf, Workshop } from "../support/command_line.ts";

async function shopWithReviews(): Promise<Workshop> {
  const shop = new Workshop();
  const business = { name: "Ace", services: [{ name: "Drains", keywords: ["drain"] }] };
  const reviews = [
    { id: "a1", text: "The technician Marcus was on time and fixed the drain" },
    { id: "a2", text: "Our technician Marcus was friendly" },
  ];
  shop.write("all.json", JSON.stringify({ business, reviews: reviews.map(reviewOf) }));
  await shop.run("import", "all.json");
  return shop;
}

test("insights show prints /insights.json, or a section of it", async () => {
  using shop = await shopWithReviews();
  const { json } = await shop.run("insights", "show", "--json");
  expect(json.transparency).toMatchObject({ imported: 2, published: 2 });
  expect(JSON.parse((await shop.run("insights", "show", "transparency")).out)).toEqual(json.transparency);
});

test("insights explain shows which words of a review gave which vote", async () => {
  using shop = await shopWithReviews();
  expect((await shop.run("insights", "explain", "a1")).out).toMatch(/mention +service +drains +drain/);
  expect((await shop.run("insights", "explain", "a2", "--json")).json).toMatchObject({ id: "a2", language: "en" });
  expect((await shop.run("insights", "explain", "zz")).code).toBe(1);
});

test("insights suggest names technicians that the catalog does not list", async () => {
  using shop = new Workshop();
  const reviews = ["a1", "a2", "a3", "a4", "a5"].map((id) => reviewOf({ id, text: "Marcus was great." }));
  shop.write("all.json", JSON.stringify({ business: { name: "Ace" }, reviews }));
  await shop.run("import", "all.json");
  expect((await shop.run("insights", "suggest")).out).toMatch(/^Marcus +5 reviews +a/);
});

test("insights audit lists expressions that the stars of their reviews contradict", async () => {
  using shop = new Workshop();
  const reviews = ["a1", "a2", "a3"].map((id) => reviewOf({ id, rating: 5, text: "They were late. Great crew." }));
  shop.write("all.json", JSON.stringify({ business: { name: "Ace" }, reviews }));
  await shop.run("import", "all.json");
  expect((await shop.run("insights", "audit")).out).toMatch(/late +blame of punctuality +3 against, 0 borne out/);
});

test("insights of an untouched database is empty", async () => {
  using shop = new Workshop();
  await shop.withStore(() => {});
  expect((await shop.run("insights", "suggest")).out).toBe("No names to suggest\n");
  expect((await shop.run("insights", "show", "transparency", "--json")).json.imported).toBe(0);
});

test("insights overrides mutes and unmutes expressions, and lists them", async () => {
  using shop = await shopWithReviews();
  expect((await shop.run("insights", "overrides")).out).toBe("No expression is muted\n");
  expect((await shop.run("insights", "overrides", "no debris", "overcharged", "--mute")).code).toBe(0);
  expect((await shop.run("insights", "overrides", "--json")).json).toMatchObject({
    muted_phrases: ["no debris", "overcharged"],
  });
  expect((await shop.run("insights", "overrides", "no debris", "--unmute")).out).toBe("overcharged\n");
  expect((await shop.run("insights", "overrides", "overcharged")).code).toBe(2);
});
