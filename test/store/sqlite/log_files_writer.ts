/** Copies one log after another beside a database, each at the instant at which another thread does. */
import { openDatabase } from "../../../src/store/sqlite/mod.ts";

interface Order {
  readonly path: string;
  /** How many of both threads have come to each log. */
  readonly arrivals: Int32Array;
  readonly entries: readonly string[];
}

addEventListener("message", async ({ data: { path, arrivals, entries } }: MessageEvent<Order>) => {
  await using store = openDatabase(path);
  const { copy } = store.transparencyLog;
  for (let at = 0; at < arrivals.length; at++) {
    const log = {
      place: async () => ({ number: at + 1, size: entries.length }),
      entries: async (first: number, end: number) => entries.slice(first, end),
    };
    Atomics.add(arrivals, at, 1);
    while (Atomics.load(arrivals, at) < 2);
    await copy?.catchUp(log as unknown as Parameters<typeof copy.catchUp>[0]);
  }
  postMessage("copied");
});
