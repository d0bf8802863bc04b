import { expect, test } from "bun:test";
import { reviewsFile, shopWith, Workshop } from "../support/command_line.ts";

const TEXT = "They came on time and fixed the drain under the sink at once";

const shopWithCopies = () =>
  shopWith({ id: "a1", text: TEXT }, { id: "a2", text: TEXT, source: { name: "yelp" } }, { id: "a3", rating: 1 });

test("list names the review that a copy counts with, and finds by author and by words", async () => {
  using shop = await shopWithCopies();
  expect((await shop.run("list")).out).toContain("copy of a1");
  expect((await shop.run("list", "--status", "published", "--json")).json).toMatchObject({ total: 2 });
  expect((await shop.run("list", "--text", "THE DRAIN", "--json")).json).toMatchObject({ total: 2 });
  expect((await shop.run("list", "--author", "nobody", "--json")).json).toMatchObject({ total: 0 });
});

test("import --dry-run shows what would be joined", async () => {
  using shop = new Workshop();
  shop.write("two.json", reviewsFile({ id: "a1", text: TEXT }, { id: "a2", text: TEXT, source: { name: "yelp" } }));
  const { out } = await shop.run("import", "two.json", "--dry-run");
  expect(out).toContain("joined:\n  a2 (yelp) is a copy of a1; see goodword split\n");
  expect(out).toContain("2 new, 0 changed, 0 unchanged, 1 joined");
});

test("split keeps a copy apart from then on, and join undoes it", async () => {
  using shop = await shopWithCopies();
  expect((await shop.run("split", "a2")).out).toBe("a2 counts by itself; revision 2\n");
  expect((await shop.run("split", "a2")).out).toBe("Already recorded; nothing was changed\n");
  await shop.run("import", "reviews.json");
  expect((await shop.run("list", "--status", "published", "--json")).json).toMatchObject({ total: 3 });
  expect((await shop.run("join", "a2", "a1")).out).toBe("a2 and a1 count once; revision 3\n");
  expect((await shop.run("list", "--status", "published", "--json")).json).toMatchObject({ total: 2 });
});

test("join of reviews that differ in stars, and of an unknown one, changes nothing and exits with 1", async () => {
  using shop = await shopWithCopies();
  const { code, err } = await shop.run("join", "a2", "a3");
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("These two cannot be the same review") });
  expect((await shop.run("join", "a2", "zz")).code).toBe(1);
});

test("remove takes several reviews, those of a source, and --dry-run only names them", async () => {
  using shop = await shopWithCopies();
  const dry = await shop.run("remove", "--source", "Yelp", "--reason", "legal", "--dry-run");
  expect(dry.out).toBe("a2 would be removed\nDry run: nothing was changed\n");
  expect((await shop.run("remove", "a1", "zz", "--reason", "legal")).code).toBe(1);
  expect((await shop.run("remove", "a1", "a3", "--reason", "legal")).out).toStartWith(
    "2 reviews removed and their content erased; revision 2\n",
  );
  expect((await shop.run("list", "--json")).json).toMatchObject({ total: 1, reviews: [{ id: "a2", copyOf: null }] });
});

test("remove and its --dry-run name the copy that counts in place of the removed review", async () => {
  using shop = await shopWithCopies();
  const counts = "a2, a copy of a1 at another site, would count in its place; remove it too if it should go\n";
  expect((await shop.run("remove", "a1", "--reason", "request", "--dry-run")).out).toContain(counts);
  const { out } = await shop.run("remove", "a1", "--reason", "request");
  expect(out).toEndWith("a2, a copy of a1 at another site, counts now in its place; remove it too if it should go\n");
  const all = await shop.run("remove", "a2", "--reason", "request", "--json");
  expect(all.json).not.toHaveProperty("counted_instead");
});
