/**
 * How close the process is to the limit of its file descriptors (`ulimit -n`).
 *
 * @module
 */
import { closeSync, openSync } from "node:fs";

/** What a worker opens, generously. */
const WORKER_DESCRIPTORS = 64;

/** Whether a worker may start right now: Bun ends the whole process when one that starts finds no descriptor left. */
export function canStartWorker(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < WORKER_DESCRIPTORS) opened.push(openSync("/dev/null", "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
