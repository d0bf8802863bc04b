/** The small file in which the servers of one database file keep their leases. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Workshop } from "../../support/command_line.ts";

const ACTIVATION = join(import.meta.dir, "../../../src/store/sqlite/activation.ts");

/** Two servers, of which one renews while no descriptor is left. */
const SCRIPT = `
import { closeSync, openSync } from "node:fs";
import { createActivation } from ${JSON.stringify(ACTIVATION)};
const path = process.argv[2];
const asked = { number: 1, heard: 0, isSilent: false, seen: 2, wentBack: null };
const [one, other] = [createActivation(path), createActivation(path)];
await one.renew({ ...asked, server: "one", held: [1] });
await other.renew({ ...asked, server: "other", held: [1] });
const opened = [];
try {
  for (;;) opened.push(openSync("/dev/null", "r"));
} catch {}
const renewal = { ...asked, number: 2, heard: 1, server: "one", held: [1, 2] };
const after = await one.renew(renewal).catch((error) => error.code);
for (const each of opened) closeSync(each);
console.log(JSON.stringify(after));
process.exit();
`;

test("a server without a free descriptor does not take the others for gone", () => {
  using shop = new Workshop();
  const [script, database] = [shop.write("script.ts", SCRIPT), shop.write("goodword.sqlite", "")];
  const limited = ["sh", "-c", 'ulimit -n 128; exec "$0" "$@"', process.execPath, script, database];
  const after = JSON.parse(Bun.spawnSync(limited).stdout.toString());
  // The other one has a lease, and does not hold 2.
  expect(after === "EMFILE" ? 1 : after.activation.revision).toBe(1);
});
