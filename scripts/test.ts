/**
 * Runs every test and closes with a line `N passed, N failed`. Arguments are passed on to `bun test`.
 */
const child = Bun.spawn(["bun", "test", ...process.argv.slice(2)], {
  stdout: "inherit",
  stderr: "pipe",
  env: { ...process.env, NO_COLOR: "1" },
});
let report = "";
const decoder = new TextDecoder();
for await (const chunk of child.stderr) {
  process.stderr.write(chunk);
  report += decoder.decode(chunk, { stream: true });
}
const exitCode = await child.exited;
const count = (word: string) => Number([...report.matchAll(new RegExp(`^\\s*(\\d+) ${word}$`, "gm"))].at(-1)?.[1] ?? 0);
// A file that does not even load is an error without a failed test.
const failed = Math.max(count("fail"), exitCode === 0 ? 0 : 1);
console.log(`${count("pass")} passed, ${failed} failed, ${count("skip")} skipped`);
process.exit(exitCode);
