/** A timeout by an injected clock. */
import { expect, test } from "bun:test";
import { withTimeout } from "../src/platform.ts";
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
