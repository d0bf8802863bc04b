/**
 * How close the process is to the limit of its file descriptors (`ulimit -n`).
 *
 * @module
 */
import { closeSync, openSync } from "node:fs";

/** Whether `count` more files could be opened right now. */
export function canOpenMore(count: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync("/dev/null", "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
