/** Collects garbage earlier than JavaScriptCore, which first lets a heap double and counts the publication as heap. */

import type { Representation } from "../../http/representation.ts";
import type { Chores } from "../chores.ts";

const HEAP_PERIOD_MS = 250;
const GROWING_PERIOD_MS = 100;
const TOLERATED = 32 << 20;

/** Looks after the heap of this thread. Collecting at once holds up readers for some 12 ms when there are 100,000 reviews. */
export function collectGarbage(chores: Chores): () => void {
  let kept = heapBytes() ?? 0;
  let isCollecting = false;
  const look = () => {
    const size = heapBytes();
    const isGrowing = size !== null && size > kept + TOLERATED / 2;
    chore.everyMs = isGrowing ? GROWING_PERIOD_MS : HEAP_PERIOD_MS;
    if (size === null) return;
    const hasGrown = size > kept + TOLERATED;
    // Collect concurrently first, which may leave much garbage, then synchronously.
    if (hasGrown) Bun.gc(isCollecting);
    const left = heapBytes() ?? size;
    kept = hasGrown && isCollecting ? left : Math.min(kept, left);
    isCollecting = hasGrown && !isCollecting;
  };
  const chore = chores.add({ name: "garbage", everyMs: HEAP_PERIOD_MS, run: look });
  return () => void chore.stop();
}

/** Bytes of buffers and objects, garbage included; null where no descriptor is left to read /proc. */
function heapBytes(): number | null {
  try {
    // Small objects appear in the heap's total at once, but in its used size only after a collection.
    const { external, heapTotal } = process.memoryUsage();
    return external + heapTotal;
  } catch {
    return null;
  }
}

/** A body is given up after one to two of these without a request, in milliseconds. */
const BODIES_PERIOD_MS = 30_000;

export function releaseBodies(chores: Chores, documents: () => Iterable<Pick<Representation, "release">>): () => void {
  const release = () => {
    const released = [...documents()].filter((document) => document.release());
    if (released.length > 0) collectNow();
  };
  const chore = chores.add({ name: "bodies", everyMs: BODIES_PERIOD_MS, run: release });
  return () => void chore.stop();
}

/** Collects all garbage of this thread once the current work is done. */
export function collectSoon(): void {
  setTimeout(collectNow, 50);
}

function collectNow(): void {
  Bun.gc(true);
}
