import { expect, test } from "bun:test";
import { ReadOnlyDatabaseError } from "../../src/errors.ts";
import { openDatabase } from "../../src/store/sqlite/mod.ts";
import { reviewsFile, shopWith, type Workshop } from "../support/command_line.ts";

/** A user who may read the database and not write to it. */
const reader = {
  async open(path: string, options: Parameters<typeof openDatabase>[1] = {}) {
    if (options.readonly) return openDatabase(path, options);
    throw new ReadOnlyDatabaseError(path);
  },
};

async function shopOfReader(): Promise<Workshop> {
  const shop = await shopWith({ id: "a1" });
  shop.context = reader;
  return shop;
}

test.each(["list", "log", "stats", "export", "doctor", "insights show", "hub list"])(
  "%s works on a database that can only be read",
  async (command) => {
    using shop = await shopOfReader();
    expect(await shop.run(...command.split(" "))).toMatchObject({ code: 0, err: "" });
  },
);

test("export analyses what an older engine has read once, and still when it cannot save that", async () => {
  using shop = await shopWith({ id: "a1", text: "They came late and left a mess" });
  const { out } = await shop.run("export");
  const outdated = () => shop.withStore(({ reviews }) => reviews.read((reads) => reads.countStale(["older"])));
  await shop.withStore(({ file }) => {
    file.run("UPDATE reviews SET analysis = NULL, analysis_key = 'older'");
  });
  shop.context = reader;
  expect([(await shop.run("export")).out, await outdated()]).toEqual([out, 1]);
  shop.context = {};
  expect([(await shop.run("export")).out, await outdated()]).toEqual([out, 0]);
});

test("a change to a database that can only be read is refused, and named", async () => {
  using shop = await shopOfReader();
  shop.write("more.json", reviewsFile({ id: "a2" }));
  const message = `goodword: ${shop.database}: the database cannot be written to: the file or its folder is read-only\n`;
  for (const command of [
    ["import", "more.json"],
    ["reply", "a1", "Thank you"],
    ["remove", "a1", "--reason", "request"],
  ]) {
    expect(await shop.run(...command)).toMatchObject({ code: 3, err: message });
  }
  expect((await shop.run("list", "--json")).json.total).toBe(1);
});
