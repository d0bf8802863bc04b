/**
 * The real clock and the real chance.
 *
 * @module
 */
import type { Clock, Random } from "../platform.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, alarm) {
    const timer = setTimeout(alarm, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  number: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
};
