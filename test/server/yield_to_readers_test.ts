/** Priorities of threads, in processes of their own: who has lowered one may not raise it again. */
import { expect, test } from "bun:test";
import { getPriority } from "node:os";
import { join } from "node:path";
import { skipUnless } from "../support/tools.ts";

const MODULE = join(import.meta.dir, "../../src/server/workers/yield_to_readers.ts");

/** The priorities of all threads, the main thread's first, after a call. */
async function prioritiesAfter(who: "thread" | "process"): Promise<number[]> {
  const script = `
    const { readdirSync } = await import("node:fs");
    const { getPriority } = await import("node:os");
    const { yieldToReaders } = await import(${JSON.stringify(MODULE)});
    await Bun.file(${JSON.stringify(MODULE)}).text();
    yieldToReaders("${who}");
    const threads = readdirSync("/proc/self/task").map(Number).sort((a, b) => a - b);
    console.log(JSON.stringify(threads.map((thread) => getPriority(thread))));`;
  const child = Bun.spawn([process.execPath, "-e", script]);
  return JSON.parse(await new Response(child.stdout).text());
}

const CAN_TELL = process.platform === "linux" && getPriority() < 10;

test.skipIf(skipUnless(CAN_TELL, "priorities of threads, which only Linux has, in a process of normal priority"))(
  "yieldToReaders() lowers the calling thread alone, or all of a process",
  async () => {
    const [own, ...others] = await prioritiesAfter("thread");
    expect(own).toBe(10);
    expect(others.length).toBeGreaterThan(0);
    expect(others.every((priority) => priority < 10)).toBe(true);
    expect(new Set(await prioritiesAfter("process"))).toEqual(new Set([10]));
  },
);
