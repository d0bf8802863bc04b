/**
 * `bun run test:properties [--seconds 3600] [--seed 1] [FILE...]`: plays every test file with properties again and again,
 * each time with another seed. A finding prints the command that plays it again.
 */
import { parseArgs } from "node:util";
import { sourceFiles } from "../../test/support/source_files.ts";

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: "string", default: "3600" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
  },
  allowPositionals: true,
});
const withProperties = sourceFiles("test")
  .filter(({ path, packages }) => /_test\.tsx?$/.test(path) && packages.includes("fast-check"))
  .map(({ path }) => path);
const files = positionals.length > 0 ? positionals : withProperties;
const endsAt = performance.now() + Number(values.seconds) * 1000;
let runs = 0;
let failures = 0;
for (let seed = Number(values.seed); performance.now() < endsAt; seed++) {
  for (const file of files) {
    if (performance.now() >= endsAt) break;
    runs += 1;
    const child = Bun.spawn(["bun", "test", file], {
      env: { ...process.env, PROPERTY_SEED: String(seed), NO_COLOR: "1" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const report = await new Response(child.stderr).text();
    if ((await child.exited) === 0) continue;
    failures += 1;
    console.log(`${report.replace(/^\((?:pass|skip)\).*\n/gm, "").slice(0, 6000)}`);
    console.log(`FAILED PROPERTY_SEED=${seed} bun test ${file}`);
  }
  console.log(`seed ${seed}: ${runs} runs of ${files.length} files, ${failures} failed`);
}
process.exit(failures === 0 ? 0 : 1);
