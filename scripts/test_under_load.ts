/**
 * `bun run test:load [--times 10] [--busy 4] [FILE...]`: runs the tests again and again while other processes keep every
 * core busy, and prints a line for each run. Whatever fails here depends on the clock.
 */
import { parseArgs } from "node:util";
import { allTests, runInTwo, runTests } from "./test.ts";

const { values, positionals } = parseArgs({
  options: { times: { type: "string", default: "10" }, busy: { type: "string", default: "4" } },
  allowPositionals: true,
});
const times = Number(values.times);
// Each ends with this process: it is busy only until its standard input is closed.
const spin = `process.stdin.on("end", () => process.exit()).resume();
  const turn = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(turn); }; turn();`;
const busy = Array.from({ length: Number(values.busy) }, () =>
  Bun.spawn([process.execPath, "-e", spin], { stdin: "pipe" }),
);
const lines: string[] = [];
let failures = 0;
for (let run = 1; run <= times; run++) {
  const started = performance.now();
  const { passed, failed, skipped } = await (positionals.length > 0 ? runTests(positionals) : runInTwo(allTests()));
  failures += failed;
  const seconds = Math.round((performance.now() - started) / 1000);
  lines.push(`run ${run}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s`);
  console.log(lines.at(-1));
}
for (const each of busy) each.kill();
console.log(`\n${lines.join("\n")}\n${times} runs beside ${busy.length} busy processes: ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
