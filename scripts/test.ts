/**
 * Builds the binary, runs every test with it in two processes at a time, and closes with what was skipped and a line
 * `N passed, N failed, N skipped`. With arguments (folders, files, options) it is one `bun test` that takes them, and tests
 * start the program from the source tree.
 */

import { resolve } from "node:path";
import { $ } from "bun";
import { sourceFiles } from "../test/support/source_files.ts";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Each failed test with its file and its error. */
  readonly failures: readonly string[];
}

/** Paths of all tests below the root. */
export function allTests(): string[] {
  return sourceFiles("test").flatMap(({ path }) => (/_test\.tsx?$/.test(path) ? [path] : []));
}

/** The binary, which starts a server in a third of the processor time that the source tree takes. */
export const BINARY = "dist/goodword";

/**
 * Runs tests in batches, two at a time: many tests wait for processes of their own most of the time.
 *
 * @param batchCount More batches let both processes end at about the same time, but each loads the source again.
 * @param program What tests start; the source tree when left out.
 */
export async function runInTwo(paths: readonly string[], batchCount = 2, program?: string): Promise<Counts> {
  const batches = Array.from({ length: batchCount }, (_, batch) => paths.filter((_, at) => at % batchCount === batch));
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] as string[] };
  const runNext = async (): Promise<void> => {
    const batch = batches.pop();
    if (batch === undefined) return;
    const counts = await runTests(batch, program);
    for (const count of COUNTS) total[count] += counts[count];
    total.failures.push(...counts.failures);
    return runNext();
  };
  await Promise.all([runNext(), runNext()]);
  return total;
}

/** Batches of the whole suite. */
export const ALL_IN = 8;

const COUNTS = ["passed", "failed", "skipped"] as const;

/** Runs `bun test`, and prints its output file by file, so that the output of two parallel runs can be read. */
export async function runTests(args: readonly string[], program?: string): Promise<Counts> {
  const child = Bun.spawn(["bun", "test", ...args], {
    stdout: "inherit",
    stderr: "pipe",
    env: { ...process.env, NO_COLOR: "1", ...(program !== undefined && { GOODWORD_PROGRAM: resolve(program) }) },
  });
  let report = "";
  let printed = 0;
  const printTo = (end: number) => {
    process.stderr.write(report.slice(printed, end));
    printed = end;
  };
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr) {
    report += decoder.decode(chunk, { stream: true });
    const nextFile = report.lastIndexOf("\ntest/");
    if (nextFile > printed) printTo(nextFile);
  }
  printTo(report.length);
  return countsOf(report, await child.exited);
}

/** Repeats the reasons of skipped tests at the end, where they are not lost among two thousand lines. */
function countsOf(report: string, exitCode: number): Counts {
  const reasons = new Set(report.match(/^SKIPPED: .*$/gm));
  for (const reason of reasons) console.log(reason);
  const count = (word: string) =>
    Number([...report.matchAll(new RegExp(`^\\s*(\\d+) ${word}$`, "gm"))].at(-1)?.[1] ?? 0);
  // A file that does not even load is an error without a failed test.
  const failed = Math.max(count("fail"), exitCode === 0 ? 0 : 1);
  const failures = failuresIn(report);
  if (failed > failures.length) failures.push(`exit code ${exitCode} after:\n${report.slice(-2000)}`);
  return { passed: count("pass"), failed, skipped: count("skip"), failures };
}

/** Bun prints the error of a test before its name, and the names below the name of their file. */
function failuresIn(report: string): string[] {
  const failures: string[] = [];
  let file = "";
  let error: string[] = [];
  for (const line of report.split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break; // The list of what was printed above.
    if (/^test\/\S+:$/.test(line)) file = line;
    const isFailed = line.startsWith("(fail)");
    if (isFailed) failures.push([`${file} ${line}`, ...error.filter(Boolean).slice(-12)].join("\n"));
    if (isFailed || /^(\(pass\)|\(skip\)|test\/)/.test(line)) error = [];
    else error.push(line);
  }
  return failures;
}

if (import.meta.main) {
  const { passed, failed, skipped, failures } = await (process.argv.length > 2
    ? runTests(process.argv.slice(2))
    : $`bun scripts/build.ts ${BINARY}`.quiet().then(() => runInTwo(allTests(), ALL_IN, BINARY)));
  console.log([...failures, `${passed} passed, ${failed} failed, ${skipped} skipped`].join("\n"));
  process.exit(failed === 0 ? 0 : 1);
}
