/**
 * Collects garbage sooner than the engine would by itself.
 *
 * JavaScriptCore lets a heap double before it collects, and counts what is published as heap: as much again would gather
 * in publications that were replaced and in answers of megabytes.
 *
 * @module
 */
import type { Clock } from "../platform.ts";

const PERIOD_MS = 1000;
/** Garbage that may gather, in bytes. */
const TOLERATED = 32 << 20;

export interface Heap {
  /** Bytes of buffers, those included that nobody will ask for again. */
  size(): number;
  /** Has the garbage collected, beside whatever else is done. */
  collect(): void;
}

/** The heap of this thread. Collecting at once would hold up readers for some 12 ms. */
const OWN_HEAP: Heap = { size: () => process.memoryUsage().external, collect: () => Bun.gc(false) };

/** Looks after the heap until the returned function is called. */
export function collectGarbage(clock: Clock, heap = OWN_HEAP): () => void {
  let kept = heap.size();
  const look = () => {
    const size = heap.size();
    const hasGrown = size > kept + TOLERATED;
    if (hasGrown) heap.collect();
    kept = hasGrown ? heap.size() : Math.min(kept, size);
    cancel = clock.after(PERIOD_MS, look);
  };
  let cancel = clock.after(PERIOD_MS, look);
  return () => cancel();
}
