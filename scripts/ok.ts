/**
 * Everything the checks ask, in one run: types, lint, lockfile, tests, the binary. Stops at nothing, tells all.
 */
import { smokeTest } from "./smoke.ts";

const gates: readonly (readonly [string, () => Promise<boolean>])[] = [
  ["types", () => succeeds(["bun", "run", "check"])],
  ["lint and format", () => succeeds(["bun", "run", "lint"])],
  ["lockfile names no host", lockfileIsPlain],
  ["tests", () => succeeds(["bun", "scripts/test.ts"])],
  ["binary builds", () => succeeds(["bun", "run", "build"])],
  ["binary serves from an empty folder", () => smokeTest("dist/goodword")],
];

/** `--gates` leaves out the tests, for a run that has had them. */
const chosen = process.argv.includes("--gates") ? gates.filter(([name]) => name !== "tests") : gates;
let failed = 0;
for (const [name, gate] of chosen) {
  const isGood = await gate();
  if (!isGood) failed++;
  console.log(`${isGood ? "ok    " : "FAILED"} ${name}`);
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function succeeds(command: string[]): Promise<boolean> {
  return (await Bun.spawn(command, { stdout: "inherit", stderr: "inherit" }).exited) === 0;
}

/** Names of registries in the lockfile would bind everybody to one machine's settings. */
async function lockfileIsPlain(): Promise<boolean> {
  return !/https?:\/\//.test(await Bun.file("bun.lock").text());
}
