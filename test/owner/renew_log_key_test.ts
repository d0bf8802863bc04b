import { expect, test } from "bun:test";
import { reviewsFile, Workshop } from "../support/command_line.ts";

test("goodword log-key new recovers by itself after one that was killed halfway, and keeps every key", async () => {
  using shop = new Workshop();
  await shop.run("import", shop.write("reviews.json", reviewsFile({ id: "r1" })));
  shop.write("goodword.sqlite.log-key.new", "PRIVATE+KEY+half of a k");
  for (let renewal = 0; renewal < 2; renewal++) {
    expect(await shop.run("log-key", "new")).toMatchObject({ code: 0, err: "" });
  }
  const keys = shop.read("goodword.sqlite.log-key").trim().split("\n");
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(key).toStartWith("PRIVATE+KEY+");
  expect(shop.has("goodword.sqlite.log-key.new")).toBe(false);
});
