/**
 * Whether a change is fit to propose: types, lint, lockfile and every pure test, in less than a minute. `--all` takes every
 * test in their place, and builds the binary and tries it. Goes on after a failure and closes with `N passed, N failed`.
 */
import { pureTests } from "./pure_tests.ts";
import { smokeTest } from "./smoke.ts";
import { ALL_IN, allTests, BINARY, type Counts, runInTwo } from "./test.ts";

interface Gate {
  readonly name: string;
  readonly run: () => Promise<Counts>;
}

const quick: readonly Gate[] = [
  { name: "types", run: () => succeeds(["bun", "run", "check"]) },
  { name: "lint and format", run: () => succeeds(["bun", "run", "lint"]) },
  { name: "lockfile names no host", run: lockfileIsPlain },
];
const gates: readonly Gate[] = process.argv.includes("--all")
  ? [
      ...quick,
      { name: "binary builds", run: () => succeeds(["bun", "run", "build"]) },
      { name: "binary serves from an empty folder", run: async () => one(await smokeTest(BINARY)) },
      { name: "tests", run: () => runInTwo(allTests(), ALL_IN, BINARY) },
    ]
  : [...quick, { name: "pure tests", run: () => runInTwo(pureTests()) }];

const total = { passed: 0, failed: 0 };
const lines: string[] = [];
const allFailures: string[] = [];
/** One after another for everything; in parallel where somebody waits. */
const isWaitedFor = !process.argv.includes("--all");
const begun = isWaitedFor ? gates.map(({ run }) => run()) : [];
for (const [at, { name, run }] of gates.entries()) {
  const { passed, failed, skipped, failures } = await (begun[at] ?? run());
  total.passed += passed;
  total.failed += failed;
  allFailures.push(...failures);
  const tests = passed + failed > 1 ? `: ${passed} passed, ${failed} failed, ${skipped} skipped` : "";
  lines.push(`${failed === 0 ? "ok    " : "FAILED"} ${name}${tests}`);
}
console.log([...allFailures, ...lines].join("\n"));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function one(isGood: boolean): Counts {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0, failures: [] };
}

async function succeeds(command: string[]): Promise<Counts> {
  return one((await Bun.spawn(command, { stdout: "inherit", stderr: "inherit" }).exited) === 0);
}

/** Names of registries in the lockfile would bind everybody to one machine's settings. */
async function lockfileIsPlain(): Promise<Counts> {
  return one(!/https?:\/\//.test(await Bun.file("bun.lock").text()));
}
