import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { reviewsFile, shopWith } from "../support/command_line.ts";

const shopWithReviews = () => shopWith({ id: "a1", text: "My secret gate code is quokka" }, { id: "a2" });

test("remove takes a review down and erases its content from the file", async () => {
  using shop = await shopWithReviews();
  const { code, out } = await shop.run("remove", "a1", "--reason", "request");
  expect(out).toStartWith("a1 removed and its content erased; revision 2\n");
  expect(code).toBe(0);
  expect(readFileSync(shop.database).includes("quokka")).toBe(false);
});

test("an import never brings back what was removed, until restore lets it", async () => {
  using shop = await shopWithReviews();
  await shop.run("remove", "a1", "--reason", "privacy");
  expect((await shop.run("import", "reviews.json")).out).toBe(
    "0 new, 0 changed, 1 unchanged, 1 skipped because they were removed earlier; revision 2\n",
  );
  expect((await shop.run("restore", "a1")).out).toBe("a1 returns with the next import that contains it; revision 3\n");
  expect((await shop.run("import", "reviews.json")).out).toBe("1 new, 0 changed, 1 unchanged; revision 4\n");
});

test("remove twice changes nothing the second time", async () => {
  using shop = await shopWithReviews();
  await shop.run("remove", "a1", "--reason", "spam");
  const { code, json } = await shop.run("remove", "a1", "--reason", "spam", "--json");
  expect(json).toMatchObject({ id: "a1", changed: false });
  expect(code).toBe(0);
});

test("restore of a review that is not blocked changes nothing", async () => {
  using shop = await shopWithReviews();
  expect((await shop.run("restore", "a2")).out).toBe("a2 is not blocked from being imported; nothing was changed\n");
});

test("remove keeps out a review that was only missing from a file given with --replace", async () => {
  using shop = await shopWithReviews();
  shop.write("one.json", reviewsFile({ id: "a2" }));
  await shop.run("import", "one.json", "--replace", "--remove-missing");
  expect((await shop.run("remove", "a1", "--reason", "legal", "--json")).json).toMatchObject({ changed: true });
  expect((await shop.run("import", "reviews.json")).out).toContain("1 skipped because they were removed earlier");
});
