/** Work that nobody waits for goes after answers to readers where the processor is short. */
import { readdirSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * How much later, as `nice` counts: readers wait for the next build, too, and with 19 a busy server would keep the holder of the
 * database's lock from ending.
 */
const LATER = { build: 5, act: 10 } as const;

/**
 * Lowers the priority of the calling thread, or of this whole process with the threads that it starts from now on. Linux alone
 * has priorities of threads; elsewhere nothing changes. Calling it twice is safe.
 */
export function yieldToReaders(who: "thread" | "process", work: keyof typeof LATER = "act"): void {
  try {
    const own = [readlinkSync("/proc/thread-self").split("/").at(-1)];
    const threads = who === "thread" ? own : readdirSync("/proc/self/task");
    for (const thread of threads) if (Number(thread) > 0) setPriority(Number(thread), LATER[work]);
  } catch {
    // Nothing depends on it.
  }
}
