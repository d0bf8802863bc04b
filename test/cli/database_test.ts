/** Which database a command uses, and how its output names it. */
import { describe, expect, test } from "bun:test";
import { reviewsFile, shopWith, Workshop } from "../support/command_line.ts";

/** A folder in which nobody has named a database. */
function unnamed(): Workshop {
  const shop = new Workshop();
  shop.context = { env: { BASE_URL: "https://reviews.goodword.test" } };
  shop.write("reviews.json", reviewsFile({ id: "a1" }));
  return shop;
}

const DEFAULT = "data/goodword.sqlite";

describe("Where no database is named and none is there", () => {
  test("import creates no database: it names the file it looked for and how to choose another, exit code 3", async () => {
    using shop = unnamed();
    const { code, out, err } = await shop.run("import", "reviews.json");
    expect(err).toBe(
      `goodword: ${shop.path(DEFAULT)}: no such database; run this command in the folder of your database, give it with --database or DATABASE_URL, or create one here with goodword init\n`,
    );
    expect([code, out, shop.has("data")]).toEqual([3, "", false]);
  });

  test.each(["list", "export", "doctor", "backup copy.sqlite", "remove a1 --reason request"])(
    "%s creates none and names the file",
    async (line) => {
      using shop = unnamed();
      const { code, err } = await shop.run(...line.split(" "));
      expect(err).toStartWith(`goodword: ${shop.path(DEFAULT)}: no such database; `);
      expect([code, shop.has("data")]).toEqual([3, false]);
    },
  );

  test("import --dry-run shows what the file holds, and that there is no database yet", async () => {
    using shop = unnamed();
    const { code, out, database } = await shop.run("import", "reviews.json", "--dry-run");
    expect(out).toContain("1 new");
    expect(database).toBe(`${shop.path(DEFAULT)} (does not exist yet, so everything counts as new)`);
    expect([code, shop.has("data")]).toEqual([0, false]);
  });

  test("init creates one, and the import that follows uses it", async () => {
    using shop = unnamed();
    expect((await shop.run("init", "business.json", "--name", "Ace")).database).toBe(`${shop.path(DEFAULT)} (created)`);
    const { out, database } = await shop.run("import", "reviews.json");
    expect(out).toStartWith("1 new, ");
    expect(database).toBe(shop.path(DEFAULT));
  });

  test("init writes no business.json when it cannot create the database", async () => {
    using shop = unnamed();
    shop.write("data", "a file where the folder should be");
    expect((await shop.run("init", "business.json", "--name", "Ace")).code).toBe(3);
    expect(shop.has("business.json")).toBe(false);
  });
});

test("import creates the database that --database names", async () => {
  using shop = unnamed();
  const { database } = await shop.run("import", "reviews.json", "--database", shop.path("own.sqlite"));
  expect(database).toBe(`${shop.path("own.sqlite")} (created)`);
});

describe("An outcome names the database it is about", () => {
  test("by its whole path, also where it was named by another one", async () => {
    using shop = unnamed();
    shop.context = { env: { DATABASE_URL: "file:deep/../own.sqlite" } };
    expect((await shop.run("import", "reviews.json")).database).toBe(`${shop.path("own.sqlite")} (created)`);
  });

  test("in a member of --json", async () => {
    using shop = await shopWith({ id: "a1" });
    for (const args of [["stats"], ["list"], ["doctor"], ["import", "reviews.json"], ["verify", "attest", "a1"]]) {
      const { json } = await shop.run(...args, "--json");
      expect(json.database).toBe(shop.database);
    }
  });

  test("on standard error beside a document or a list on standard output", async () => {
    using shop = await shopWith({ id: "a1" });
    for (const args of [["export"], ["insights", "show"], ["insights", "show", "--json"], ["log", "--json"]]) {
      const { out, err, database } = await shop.run(...args);
      expect([out.includes(shop.database), err, database]).toEqual([false, "", shop.database]);
    }
  });

  test("in a message that something is not in it", async () => {
    using shop = await shopWith({ id: "a1" });
    expect((await shop.run("remove", "zz", "--reason", "request")).err).toBe(
      `goodword: No review with the id "zz"; nothing was changed (database: ${shop.database})\n`,
    );
  });

  test("nowhere beside a refusal, which stays one line", async () => {
    using shop = new Workshop();
    shop.write("reviews.json", reviewsFile({ id: "x", rating: 6 }));
    expect(await shop.run("import", "reviews.json")).toMatchObject({ code: 1, out: "", database: null });
  });

  test("nowhere with --quiet", async () => {
    using shop = new Workshop();
    shop.write("reviews.json", reviewsFile({ id: "a1" }));
    expect(await shop.run("import", "reviews.json", "--quiet")).toMatchObject({ out: "", err: "", database: null });
  });
});
