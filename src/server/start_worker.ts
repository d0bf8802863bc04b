import { closeSync, openSync } from "node:fs";

/** Within the binary a worker keeps its place below src/, while everything else is one file at the top. */
const FOLDER = import.meta.dir.startsWith("/$bunfs") ? "./server/" : "./";

export const WORKER_SCRIPT = new URL(`${FOLDER}workers/service_worker.ts`, import.meta.url).href;

/** What a worker opens, generously. */
const WORKER_DESCRIPTORS = 64;

/** Whether a worker may start right now: Bun ends the whole process when one that starts finds no descriptor left. */
export function canStartWorker(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < WORKER_DESCRIPTORS) opened.push(openSync(process.execPath, "r"));
    return true;
  } catch (error) {
    return !["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
