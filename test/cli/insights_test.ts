import { expect, test } from "bun:test";
import { reviewOf, Workshop } from "../support/command_line.ts";

async function shopWith(...texts: readonly string[]): Promise<Workshop> {
  const shop = new Workshop();
  const business = { name: "Ace", services: [{ name: "Drains", keywords: ["drain"] }] };
  const reviews = texts.map((text, at) => reviewOf({ id: `a${at + 1}`, rating: 5, text }));
  shop.write("all.json", JSON.stringify({ business, reviews }));
  await shop.run("import", "all.json");
  return shop;
}

const shopWithReviews = () =>
  shopWith("The technician Marcus was on time and fixed the drain", "Our technician Marcus was friendly");

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
  using shop = await shopWith(...Array(5).fill("Marcus was great."));
  expect((await shop.run("insights", "suggest")).out).toMatch(/^Marcus +5 reviews +a/);
});

test("insights audit lists expressions that the stars of their reviews contradict", async () => {
  using shop = await shopWith(...Array(3).fill("They were late. Great crew."));
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
