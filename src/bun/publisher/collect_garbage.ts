/**
 * Collects garbage sooner than the engine would by itself.
 *
 * JavaScriptCore lets a heap double before it collects, and counts what is published as heap: as much again would gather
 * in publications that were replaced and in answers of megabytes.
 *
 * @module
 */
import type { Clock } from "../../platform.ts";

const PERIOD_MS = 1000;
/** Garbage that may gather, in bytes. */
const TOLERATED = 32 << 20;

/** A heap that can be measured and collected. */
export interface Heap {
  /** Bytes of buffers, those included that nobody will ask for again; null while that cannot be found out. */
  size(): number | null;
  /** Has the garbage collected: beside whatever else is done, which may leave much of it, or all of it at once. */
  collect(how: "beside" | "at once"): void;
}

/** The heap of this thread. Collecting at once holds up readers for some 12 ms when there are 100,000 reviews. */
const OWN_HEAP: Heap = {
  size() {
    try {
      return process.memoryUsage().external;
    } catch {
      // It is read from /proc, which takes a descriptor: there may be none left.
      return null;
    }
  },
  collect: (how) => Bun.gc(how === "at once"),
};

/** Looks after the heap until the returned function is called. */
export function collectGarbage(clock: Clock, heap = OWN_HEAP): () => void {
  let kept = heap.size() ?? 0;
  let isCollecting = false;
  const look = () => {
    cancel = clock.after(PERIOD_MS, look);
    const size = heap.size();
    if (size === null) return;
    const hasGrown = size > kept + TOLERATED;
    if (hasGrown) heap.collect(isCollecting ? "at once" : "beside");
    // What is left after all was collected is in use.
    const left = heap.size() ?? size;
    kept = hasGrown && isCollecting ? left : Math.min(kept, left);
    isCollecting = hasGrown && !isCollecting;
  };
  let cancel = clock.after(PERIOD_MS, look);
  return () => cancel();
}
