import { expect, test } from "bun:test";
import { collectGarbage, type Heap, OWN_HEAP } from "../../src/server/publisher/collect_garbage.ts";
import { createVirtualClock } from "../support/virtual_clock.ts";

const MB = 1 << 20;
const settled = () => Promise.resolve();

/** A heap of which only so many megabytes are in use; collecting beside the work may free nothing. */
class FakeHeap implements Heap {
  readonly collections: string[] = [];
  isFreedBeside = true;
  isMeasured = true;
  mb: number;
  constructor(public usedMb: number) {
    this.mb = usedMb;
  }
  size() {
    return this.isMeasured ? this.mb * MB : null;
  }
  collect(how: "beside" | "at once") {
    this.collections.push(how);
    if (how === "at once" || this.isFreedBeside) this.mb = this.usedMb;
  }
}

test("collectGarbage() collects beside the work once the heap has grown by 32 MB, and again when it has grown anew", async () => {
  const clock = createVirtualClock();
  const heap = new FakeHeap(200);
  const stop = collectGarbage(clock, heap);
  heap.mb = 230;
  await clock.advance(2000, settled);
  expect(heap.collections).toEqual([]);
  heap.mb = 240;
  await clock.advance(5000, settled);
  expect([heap.collections, heap.mb]).toEqual([["beside"], 200]);
  stop();
  heap.mb = 900;
  await clock.advance(5000, settled);
  expect(heap.collections).toEqual(["beside"]);
});

test("collectGarbage() collects at once what is still there when it looks again", async () => {
  const clock = createVirtualClock();
  const heap = new FakeHeap(200);
  const stop = collectGarbage(clock, heap);
  heap.isFreedBeside = false;
  heap.mb = 400;
  await clock.advance(5000, settled);
  expect([heap.collections, heap.mb]).toEqual([["beside", "at once"], 200]);
  stop();
});

test("collectGarbage() takes what a collection at once has left for used", async () => {
  const clock = createVirtualClock();
  const heap = new FakeHeap(200);
  const stop = collectGarbage(clock, heap);
  heap.usedMb = 300;
  heap.mb = 300;
  await clock.advance(9000, settled);
  expect(heap.collections).toEqual(["beside", "at once"]);
  stop();
});

test("collectGarbage() goes on when the heap could not be measured for a while", async () => {
  const clock = createVirtualClock();
  const heap = new FakeHeap(200);
  const stop = collectGarbage(clock, heap);
  heap.mb = 300;
  heap.isMeasured = false;
  await clock.advance(3000, settled);
  expect(heap.collections).toEqual([]);
  heap.isMeasured = true;
  await clock.advance(1000, settled);
  expect(heap.collections).toEqual(["beside"]);
  stop();
});

test("OWN_HEAP.size() counts small objects before they are collected", () => {
  OWN_HEAP.collect("at once");
  const before = OWN_HEAP.size() ?? 0;
  let last: object | null = null;
  for (let made = 0; made < 300_000; made++) last = { made, also: [made] };
  expect(last).not.toBeNull();
  expect((OWN_HEAP.size() ?? 0) - before).toBeGreaterThan(4 * MB);
});

test("collectGarbage() looks sooner again while the heap grows", async () => {
  const clock = createVirtualClock();
  const heap = new FakeHeap(200);
  const stop = collectGarbage(clock, heap);
  heap.mb = 220;
  await clock.advance(250, settled);
  heap.mb = 240;
  await clock.advance(100, settled);
  expect(heap.collections).toEqual(["beside"]);
  stop();
});
