import { expect, test } from "bun:test";
import { wrapLine } from "../../src/cli/program.ts";
import { reviewsFile, Workshop } from "../support/command_line.ts";

test("wrapLine() keeps words whole and sets in what goes on", () => {
  expect(wrapLine("set BASE_URL before you publish your reviews", 20)).toEqual([
    "set BASE_URL before",
    "    you publish your",
    "    reviews",
  ]);
});

test("wrapLine() leaves lines that fit, words that cannot, and all where there is no terminal", () => {
  expect(wrapLine("short", 20)).toEqual(["short"]);
  expect(wrapLine("https://reviews.example.com/reviews", 20)).toEqual(["https://reviews.example.com/reviews"]);
  expect(wrapLine("see https://reviews.example.com/reviews", 20)).toEqual([
    "see",
    "    https://reviews.example.com/reviews",
  ]);
  expect(wrapLine("x ".repeat(99), null)).toHaveLength(1);
});

test("commands keep their lines and their help within a narrow terminal; --json is left alone", async () => {
  using shop = new Workshop();
  shop.write("reviews.json", reviewsFile({ id: "a1", text: "They came at once and mended the boiler for good" }));
  await shop.run("import", "reviews.json");
  shop.context = { printColumns: 60 };
  for (const args of [["list"], ["log"], ["doctor"], ["import", "--help"], ["--help"]]) {
    const { out } = await shop.run(...args);
    expect(out.split("\n").filter((line) => line.length > 60 && line.trim().includes(" "))).toEqual([]);
  }
  expect((await shop.run("list", "--json")).json.reviews[0].text).toBe(
    "They came at once and mended the boiler for good",
  );
});
