/** `goodword move` between files; test/journeys/move_test.ts moves to PostgreSQL and back. */
import { expect, test } from "bun:test";
import { shopWith, Workshop } from "../support/command_line.ts";
import { everything } from "../support/everything.ts";
import { openTestStore } from "../support/test_store.ts";

async function shopWithReviews(): Promise<Workshop> {
  const shop = await shopWith({ id: "a1" }, { id: "a2", rating: 1, text: "Late" }, { id: "a3" });
  await shop.run("remove", "a3", "--reason", "privacy");
  return shop;
}

test("move copies everything, counts it, and names the next step", async () => {
  using shop = await shopWithReviews();
  const target = shop.path("moved.sqlite");
  const { code, out } = await shop.run("move", shop.database, target);
  expect(out).toBe(
    `2 reviews, 1 removal, 0 subscriptions, 2 lines of the log moved to ${target}; revision 2\n` +
      `${shop.database} is left as it was: from now on use the new database, with DATABASE_URL or --database\n`,
  );
  expect(code).toBe(0);
  await using moved = openTestStore(target);
  const arrived = await everything(moved.contents);
  expect(arrived).toEqual(await shop.withStore((store) => everything(store.contents)));
  for (const command of ["export", "log", "list"]) {
    expect((await shop.run(command, "--database", target)).out).toBe((await shop.run(command)).out);
  }
});

test("move --json counts the rows of every table", async () => {
  using shop = await shopWithReviews();
  const { json } = await shop.run("move", shop.database, "moved.sqlite", "--json");
  expect(json).toMatchObject({
    from: shop.database,
    to: shop.path("moved.sqlite"),
    revision: 2,
    rows: { reviews: 2, removals: 1, subscriptions: 0, before_images: 0, outbox: 0 },
  });
});

test("move refuses a target that is not empty, names what it holds and changes nothing", async () => {
  using shop = await shopWithReviews();
  using other = await shopWithReviews();
  const before = await other.withStore((store) => everything(store.contents));
  const { code, err } = await shop.run("move", shop.database, other.database);
  expect(err).toStartWith(`goodword: ${other.database}: not empty: it has rows in `);
  expect(err).toContain(" reviews (2), ");
  expect(err).toEndWith("; nothing was changed\n");
  expect(code).toBe(1);
  expect(await other.withStore((store) => everything(store.contents))).toEqual(before);
});

test("move fills a database that is there and empty", async () => {
  using shop = await shopWithReviews();
  using other = new Workshop();
  await other.withStore(() => {});
  expect((await shop.run("move", shop.database, other.database)).code).toBe(0);
});

test("move needs two databases, one of which is there and holds reviews", async () => {
  using shop = new Workshop();
  await shop.withStore(() => {});
  const from = shop.database;
  const to = shop.path("moved.sqlite");
  expect(await shop.run("move", from, from)).toMatchObject({
    code: 2,
    err: `goodword: move needs two different databases: ${from} was given twice\n`,
  });
  expect(await shop.run("move", from, to)).toMatchObject({
    code: 1,
    err: `goodword: ${from}: nothing to move: it contains no reviews\n`,
  });
  const missing = shop.path("missing.sqlite");
  expect(await shop.run("move", missing, to)).toMatchObject({
    code: 3,
    err: `goodword: ${missing}: no such database\n`,
  });
});
