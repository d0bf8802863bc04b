import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { reviewsFile, Workshop } from "../support/command_line.ts";

async function shopOfTwoImports(): Promise<Workshop> {
  const shop = new Workshop();
  shop.write("first.json", reviewsFile({ id: "a1", text: "The gate code is quokka" }, { id: "a2", text: "On time" }));
  shop.write("second.json", reviewsFile({ id: "a1", text: "Something else" }, { id: "a3", text: "Too late" }));
  await shop.run("import", "first.json");
  await shop.run("import", "second.json");
  return shop;
}

async function kept(shop: Workshop): Promise<string[]> {
  const { reviews } = (await shop.run("list", "--json")).json as { reviews: { id: string; text: string }[] };
  return reviews.map(({ id, text }) => `${id} ${text}`).sort();
}

test("undo takes out what an import added and gives what it changed its former state", async () => {
  using shop = await shopOfTwoImports();
  expect((await shop.run("undo", "2")).out).toBe("1 deleted, 1 restored; revision 3\n");
  expect(await kept(shop)).toEqual(["a1 The gate code is quokka", "a2 On time"]);
  expect((await shop.run("import", "second.json")).out).toStartWith("1 new, 1 changed, 0 unchanged");
});

test("undo brings back what --replace has taken out", async () => {
  using shop = await shopOfTwoImports();
  shop.write("one.json", reviewsFile({ id: "a2", text: "On time" }));
  await shop.run("import", "one.json", "--replace", "--remove-missing");
  expect((await shop.run("undo", "3")).out).toBe("0 deleted, 2 restored; revision 4\n");
  expect(await kept(shop)).toEqual(["a1 Something else", "a2 On time", "a3 Too late"]);
});

test.each([
  [["undo", "9"], "No revision 9"],
  [["undo", "3"], "Revision 3 was not an import"],
  [["undo", "1"], "2 reviews of this import were changed later"],
])("%j changes nothing and prints the reason", async (call, message) => {
  using shop = await shopOfTwoImports();
  await shop.run("reply", "a2", "Thank you");
  expect(await shop.run(...call)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
});

test("undo --force leaves what was changed since, and a second undo is refused", async () => {
  using shop = await shopOfTwoImports();
  await shop.run("reply", "a1", "Thank you");
  expect((await shop.run("undo", "2")).err).toContain(
    "1 review of this import was changed later. Leave it as it is and undo the rest? (--force)",
  );
  expect((await shop.run("undo", "2", "--force")).out).toBe("1 deleted, 0 restored; revision 4\n");
  expect((await shop.run("undo", "2")).err).toContain("has already been undone");
});

test("removing a review erases what imports kept of its former words, too", async () => {
  using shop = await shopOfTwoImports();
  await shop.run("remove", "a1", "--reason", "privacy");
  expect(readFileSync(shop.database).includes("quokka")).toBe(false);
});

test("undo of an import leaves what another added a moment before", async () => {
  using shop = new Workshop();
  shop.now += 500;
  shop.write("first.json", reviewsFile({ id: "a1", text: "On time" }));
  await shop.run("import", "first.json");
  shop.now += 200;
  shop.write("second.json", reviewsFile({ id: "a2", text: "Too late" }));
  await shop.run("import", "second.json");
  expect((await shop.run("undo", "2")).out).toBe("1 deleted, 0 restored; revision 3\n");
  expect(await kept(shop)).toEqual(["a1 On time"]);
});
