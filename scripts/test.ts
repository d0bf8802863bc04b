/**
 * Runs every test and closes with what was skipped and a line `N passed, N failed, N skipped`. Arguments are passed on to
 * `bun test`: folders, files, options.
 */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs `bun test`, its output going where ours goes: at once, or held back until the end where others write, too. */
export async function runTests(args: readonly string[], { isHeld = false } = {}): Promise<Counts> {
  const child = Bun.spawn(["bun", "test", ...args], {
    stdout: "inherit",
    stderr: "pipe",
    env: { ...process.env, NO_COLOR: "1" },
  });
  let report = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    if (!isHeld) process.stderr.write(chunk);
    report += decoder.decode(chunk, { stream: true });
  }
  if (isHeld) await Bun.write(Bun.stderr, report);
  return countsOf(report, await child.exited);
}

/** Reasons of skipped tests would drown in two thousand lines, so they are said again at the end. */
function countsOf(report: string, exitCode: number): Counts {
  const reasons = new Set(report.match(/^SKIPPED: .*$/gm));
  for (const reason of reasons) console.log(reason);
  const count = (word: string) =>
    Number([...report.matchAll(new RegExp(`^\\s*(\\d+) ${word}$`, "gm"))].at(-1)?.[1] ?? 0);
  // A file that does not even load is an error without a failed test.
  const failed = Math.max(count("fail"), exitCode === 0 ? 0 : 1);
  return { passed: count("pass"), failed, skipped: count("skip") };
}

if (import.meta.main) {
  const { passed, failed, skipped } = await runTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed === 0 ? 0 : 1);
}
