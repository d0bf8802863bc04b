import { expect, test } from "bun:test";
import { collectGarbage } from "../../src/bun/collect_garbage.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const MB = 1 << 20;
const settled = () => Promise.resolve();

/** A heap of which only so many megabytes are in use. */
function heapWith(usedMb: number) {
  const heap = { mb: usedMb, usedMb, collections: 0, size: () => heap.mb * MB, collect: () => {} };
  heap.collect = () => {
    heap.mb = heap.usedMb;
    heap.collections++;
  };
  return heap;
}

test("collectGarbage() collects once the heap has grown by 32 MB, and again only when it has grown anew", async () => {
  const clock = createVirtualClock();
  const heap = heapWith(200);
  const stop = collectGarbage(clock, heap);
  heap.mb = 230;
  await clock.advance(2000, settled);
  expect(heap.collections).toBe(0);
  heap.mb = 240;
  await clock.advance(5000, settled);
  expect([heap.collections, heap.mb]).toEqual([1, 200]);
  heap.usedMb = 300;
  heap.mb = 300;
  await clock.advance(5000, settled);
  expect(heap.collections).toBe(2);
  stop();
  heap.mb = 900;
  await clock.advance(5000, settled);
  expect(heap.collections).toBe(2);
});
