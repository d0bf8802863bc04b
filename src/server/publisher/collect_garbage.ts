/**
 * Collects garbage sooner than the engine would by itself.
 *
 * JavaScriptCore lets a heap double before it collects, and counts what is published as heap: as much again would gather
 * in publications that were replaced and in answers of megabytes.
 */

import type { Representation } from "../../http/representation.ts";
import type { Chores } from "../chores.ts";

const HEAP_PERIOD_MS = 250;
/** The same while the heap grows. */
const GROWING_PERIOD_MS = 100;
/** Garbage that may gather, in bytes. */
const TOLERATED = 32 << 20;

/** A heap that can be measured and collected. */
interface Heap {
  /** Bytes of buffers and objects, those included that nobody will ask for again; null while that cannot be found out. */
  size(): number | null;
  /** Has the garbage collected: beside whatever else is done, which may leave much of it, or all of it at once. */
  collect(how: "beside" | "at once"): void;
}

/** The heap of this thread. Collecting at once holds up readers for some 12 ms when there are 100,000 reviews. */
const OWN_HEAP: Heap = {
  size() {
    try {
      // Small objects show in the heap's total at once, in what is used of it only after a collection.
      const { external, heapTotal } = process.memoryUsage();
      return external + heapTotal;
    } catch {
      // It is read from /proc, and no descriptor may be left for that.
      return null;
    }
  },
  collect: (how) => Bun.gc(how === "at once"),
};

/** Looks after the heap until the returned function is called. */
export function collectGarbage(chores: Chores, heap: Heap = OWN_HEAP): () => void {
  let kept = heap.size() ?? 0;
  let isCollecting = false;
  const look = () => {
    const size = heap.size();
    const isGrowing = size !== null && size > kept + TOLERATED / 2;
    chore.everyMs = isGrowing ? GROWING_PERIOD_MS : HEAP_PERIOD_MS;
    if (size === null) return;
    const hasGrown = size > kept + TOLERATED;
    if (hasGrown) heap.collect(isCollecting ? "at once" : "beside");
    // What is left after all was collected is in use.
    const left = heap.size() ?? size;
    kept = hasGrown && isCollecting ? left : Math.min(kept, left);
    isCollecting = hasGrown && !isCollecting;
  };
  const chore = chores.add({ name: "garbage", everyMs: HEAP_PERIOD_MS, run: look });
  return () => void chore.stop();
}

/** A body is given up after one to two of these without a request, in milliseconds. */
const BODIES_PERIOD_MS = 30_000;

/** Looks after the documents that are served until the returned function is called. */
export function releaseBodies(
  chores: Chores,
  documents: () => Iterable<Pick<Representation, "release">>,
  collect = collectNow,
): () => void {
  const release = () => {
    const released = [...documents()].filter((document) => document.release());
    if (released.length > 0) collect();
  };
  const chore = chores.add({ name: "bodies", everyMs: BODIES_PERIOD_MS, run: release });
  return () => void chore.stop();
}

/** Collects all garbage of this thread once what is being done is done. */
export function collectSoon(): void {
  setTimeout(collectNow, 50);
}

/** Collects all garbage of this thread, and returns when that is done. */
export function collectNow(): void {
  Bun.gc(true);
}
