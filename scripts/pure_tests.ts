/**
 * Which tests are pure: neither they nor what they load of test/ starts a process, a server, a thread or a browser, nor
 * do they take real files the whole way, as journeys do. So all of them together take seconds. Read from the files, so
 * that nobody has to keep a list.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadedWith } from "../test/support/loaded_first.ts";
import { ROOT, sourceFiles } from "../test/support/source_files.ts";

/** Code that only tests of whole processes contain, and the source files that they may start. */
const STARTS = [
  /\bBun\.(?:serve|spawn|spawnSync|listen|connect)\(/,
  /\bnew Worker\(/,
  /from "node:(?:child_process|http|https|tls|worker_threads)"/,
  /\b(?:connect|createServer)\b.* from "node:net"/,
  /from "playwright-core"/,
];

const JOURNEYS = "test/journeys/";

/** Paths of the pure tests below the root. */
export function pureTests(): string[] {
  const isStarting = new Map<string, boolean>();
  const starts = (path: string): boolean => {
    const known = isStarting.get(path) ?? (/\.tsx?$/.test(path) && startsOne(path));
    isStarting.set(path, known);
    return known;
  };
  const tests = sourceFiles("test").filter(({ path }) => /_test\.tsx?$/.test(path) && !path.startsWith(JOURNEYS));
  return tests.map(({ path }) => path).filter((path) => ![...loadedWith(path).files].some(starts));
}

function startsOne(path: string): boolean {
  const text = readFileSync(join(ROOT, path), "utf8");
  return STARTS.some((pattern) => pattern.test(text));
}
