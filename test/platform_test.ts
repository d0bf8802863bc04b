/** Waits that end by a timeout of an injected clock, or by an interrupt. */
import { expect, test } from "bun:test";
import { Interrupt, withTimeout } from "../src/platform.ts";
import { createVirtualClock } from "./support/virtual_clock.ts";

const settle = async () => {};

test("withTimeout() returns what the work returns in time, and cancels its alarm", async () => {
  const clock = createVirtualClock();
  const limit = { timeoutMs: 100, clock, late: () => "late" };
  expect(await withTimeout(Promise.resolve("in time"), limit)).toBe("in time");
  expect(clock.nextAlarmAt()).toBeNull();
});

test("withTimeout() fails as the work does, and cancels its alarm", async () => {
  const clock = createVirtualClock();
  const failing = withTimeout(Promise.reject(new Error("refused")), { timeoutMs: 100, clock, late: () => "late" });
  await expect(failing).rejects.toThrow("refused");
  expect(clock.nextAlarmAt()).toBeNull();
});

test("withTimeout() returns what `late` returns after the timeout, or fails with what it throws", async () => {
  const clock = createVirtualClock();
  const never = new Promise<string>(() => {});
  const late = withTimeout(never, { timeoutMs: 100, clock, late: () => null });
  const failing = withTimeout(never, {
    timeoutMs: 100,
    clock,
    late: () => {
      throw new Error("took too long");
    },
  });
  const failed = failing.catch((error: Error) => error.message);
  await clock.advance(99, settle);
  expect(clock.nextAlarmAt()).not.toBeNull();
  await clock.advance(1, settle);
  expect(await late).toBeNull();
  expect(await failed).toBe("took too long");
});

test("Interrupt.race() settles as the work does, or as the interrupt that comes first", async () => {
  const interrupt = new Interrupt<"stopped">();
  expect(await interrupt.race(Promise.resolve("done"))).toBe("done");
  await expect(interrupt.race(Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  const waiting = interrupt.race(new Promise<string>(() => {}));
  interrupt.end(Promise.resolve("stopped"));
  expect(await waiting).toBe("stopped");
  expect(await interrupt.race(new Promise<string>(() => {}))).toBe("stopped");
});

test("Interrupt.race() fails with an interrupt that is an error", async () => {
  const interrupt = new Interrupt<never>();
  const waiting = interrupt.race(new Promise<string>(() => {}));
  interrupt.end(Promise.reject(new Error("closed")));
  await expect(waiting).rejects.toThrow("closed");
});

test("Interrupt.race() keeps no result in memory while the interrupt is pending", async () => {
  const interrupt = new Interrupt<never>();
  const results: WeakRef<object>[] = [];
  for (let wait = 0; wait < 100; wait++) {
    results.push(new WeakRef(await interrupt.race(Promise.resolve({ wait }))));
  }
  await new Promise(setImmediate);
  Bun.gc(true);
  // One may still lie on the stack.
  expect(results.filter((result) => result.deref() !== undefined).length).toBeLessThan(10);
  interrupt.end(Promise.reject(new Error("over")));
});
