/** Real reviews of two firms, which are no part of the project: nothing of them is refused, masked or changed on the way out and back. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Workshop } from "../support/command_line.ts";
import { skipUnless } from "../support/tools.ts";

const REAL = fileURLToPath(new URL("../../../shared/data/real/", import.meta.url));

for (const [name, count] of [
  ["hotel", 697],
  ["travel", 500],
] as const) {
  const file = `${REAL}${name}.csv`;
  const title = `the ${name} reviews import, import again, export and return without a change`;
  test.skipIf(skipUnless(existsSync(file), `${title}: ${file} is missing`))(title, async () => {
    using shop = new Workshop();
    const args = ["import", file, "--source", "other", "--verified-by", "operator_attested"];
    expect((await shop.run(...args, "--dry-run", "--json")).json.records).toMatchObject({ refused: [], masked: [] });
    expect((await shop.run(...args)).out).toStartWith(`${count} new, 0 changed, 0 unchanged; revision 1\n`);
    expect((await shop.run(...args)).out).toStartWith(`0 new, 0 changed, ${count} unchanged; revision 1\n`);
    const before = (await shop.run("export")).out;
    for (const copy of ["all.json", "all.csv", "all.ndjson"]) {
      await shop.run("export", copy);
      expect((await shop.run("import", copy)).out).toStartWith(`0 new, 0 changed, ${count} unchanged; revision 1\n`);
    }
    expect((await shop.run("export")).out).toBe(before);
  });
}
