/** How long a test may take before it is taken for one that hangs. */

/** What a process takes to start and to work a little on an idle machine of two cores. */
export const IDLE_START_MS = 20;
/** Eighteen times what the longest test takes there. */
const IDLE_LIMIT_MS = 180_000;
/** Beyond this a machine is not slow but stuck. */
const MAX_FACTOR = 10;

/** The limit, given how long a process takes to start and to work a little; never less than for an idle machine, which may get busy. */
export function limitMsFor(startMs: number): number {
  return Math.round(IDLE_LIMIT_MS * Math.min(MAX_FACTOR, Math.max(1, startMs / IDLE_START_MS)));
}

/**
 * A time that the documents promise, for `test:chaos` and `test:fuzz`, which measure. In the suite it is infinite: there
 * the same scenarios prove what happens, and leave when to the one limit.
 */
export function promisedMs(ms: number): number {
  return process.env.TEST_LIMIT_MS === undefined ? ms : Number.POSITIVE_INFINITY;
}

/** Aborts when a promised time is over; never where that is infinite. */
export function signalWithin(ms: number): AbortSignal | null {
  return Number.isFinite(ms) ? AbortSignal.timeout(ms) : null;
}
