/** Promises that are data: a heading "# promise" in a text file, and its cases below, a line each. */
import { readFileSync } from "node:fs";

export function readPromises(path: string): readonly (readonly [promise: string, ...cases: readonly string[]])[] {
  const promises = readFileSync(path, "utf8")
    .trim()
    .split(/\n*^# /m)
    .slice(1);
  return promises.map((promise) => {
    const [title = "", ...cases] = promise.split("\n").filter(Boolean);
    if (cases.length === 0) throw new Error(`${path} has no case of "${title}"`);
    return [title, ...cases] as const;
  });
}
