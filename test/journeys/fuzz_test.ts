/** A short round of `bun run test:fuzz`. */
import { expect, test } from "bun:test";
import { flood } from "../../soak/fuzz/flood.ts";
import { hostileTexts } from "../../soak/fuzz/hostile_texts.ts";
import { damagedImports } from "../../soak/fuzz/import_files.ts";
import { Workshop } from "../support/command_line.ts";

test("mutated requests to every operation are answered, without a fault or a leak", async () => {
  using shop = new Workshop();
  const { findings } = await flood({ seed: 1, requests: 1500, database: shop.database });
  expect(findings).toEqual([]);
});

test("an import file with damage in it is taken whole or refused in one line", async () => {
  expect(await damagedImports(1, 60)).toEqual([]);
});

test("a hostile text stays a text in every output", async () => {
  expect(await hostileTexts(1, 40)).toEqual([]);
});
