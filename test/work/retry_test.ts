import { describe, expect, test } from "bun:test";
import type { OutboundAnswer } from "../../src/platform.ts";
import { longestRetryMs, retryAfterMs, retryDelayMs } from "../../src/work/mod.ts";

const NOW = Date.UTC(2026, 0, 5, 12);
const answered = (status: number, retryAfter: string): OutboundAnswer => {
  return { kind: "answered", status, headers: new Headers({ "Retry-After": retryAfter }), body: new Uint8Array() };
};

describe("retryDelayMs()", () => {
  test("takes the schedule's wait for each failure in a row, and repeats the last one", () => {
    expect([1, 2, 3, 9].map((failures) => retryDelayMs(failures, [60, 600], 0))).toEqual([
      60_000, 600_000, 600_000, 600_000,
    ]);
  });

  test("adds up to a tenth by chance, and nothing to waits under five seconds", () => {
    expect(retryDelayMs(1, [60], 0.5)).toBe(63_000);
    expect(retryDelayMs(1, [4], 0.5)).toBe(4000);
  });
});

describe("retryAfterMs()", () => {
  test("reads seconds and dates of a 429 or 503, at most an hour", () => {
    expect(retryAfterMs(answered(503, "120"), NOW)).toBe(120_000);
    expect(retryAfterMs(answered(429, "Mon, 05 Jan 2026 12:01:00 GMT"), NOW)).toBe(60_000);
    expect(retryAfterMs(answered(503, "86400"), NOW)).toBe(3_600_000);
  });

  test("is 0 for what says nothing, lies in the past or cannot be read", () => {
    expect(retryAfterMs(answered(500, "120"), NOW)).toBe(0);
    expect(retryAfterMs(answered(503, "Mon, 05 Jan 2026 11:00:00 GMT"), NOW)).toBe(0);
    expect(retryAfterMs(answered(503, "soon"), NOW)).toBe(0);
    expect(retryAfterMs({ kind: "failed", reason: "time-out" }, NOW)).toBe(0);
  });
});

test("longestRetryMs() bounds every wait that a schedule or a Retry-After gives", () => {
  expect(longestRetryMs([60])).toBe(3_600_000);
  expect(longestRetryMs([60, 7200])).toBeGreaterThanOrEqual(retryDelayMs(2, [60, 7200], 1));
});
