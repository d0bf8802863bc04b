/** A binary must be distributed with the licence of every library in it. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { partsOf } from "../../scripts/bill_of_materials.ts";
import { LICENSES_FILE, thirdPartyLicenses } from "../../scripts/third_party_licenses.ts";
import { Workshop } from "../support/command_line.ts";
import { ROOT } from "../support/source_files.ts";

const text = readFileSync(LICENSES_FILE, "utf8");

describe("THIRD_PARTY_LICENSES.txt", () => {
  test("is made from the installed packages (bun scripts/third_party_licenses.ts writes it)", () => {
    expect(text === thirdPartyLicenses()).toBe(true);
  });

  test("names every package of the bill of materials, the runtime and our own licence", () => {
    const parts = partsOf(readFileSync(join(ROOT, "bun.lock"), "utf8"));
    expect(parts.filter(({ name, version }) => !text.includes(`\n${name} ${version}\n`))).toEqual([]);
    expect(text).toContain(`\nThe binary contains Bun ${Bun.version},`);
    expect(text).toContain(readFileSync(join(ROOT, "LICENSE"), "utf8").trim());
  });
});

test("goodword licenses prints them without a database", async () => {
  using shop = new Workshop();
  expect((await shop.run("licenses")).out).toBe(text);
  expect(shop.has("goodword.sqlite")).toBe(false);
});
