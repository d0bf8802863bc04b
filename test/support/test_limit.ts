/** How long a test may take before it is taken for one that hangs. */

/** What a process takes to start and to work a little on an idle machine of two cores. */
const IDLE_START_MS = 20;
/** Eighteen times what the longest test takes there. */
const IDLE_LIMIT_MS = 180_000;
/** Beyond this a machine is not slow but stuck. */
const MOST_TIMES = 10;

/** The limit, given what {@link measureStartMs} found; never less than for an idle machine, which may get busy. */
export function limitMsFor(startMs: number): number {
  return Math.round(IDLE_LIMIT_MS * Math.min(MOST_TIMES, Math.max(1, startMs / IDLE_START_MS)));
}

/** The median of three starts of a process that works a little, in milliseconds. */
export function measureStartMs(): number {
  const work = "let sum = 0; for (let at = 0; at < 1e7; at++) sum += at % 7";
  const starts = Array.from({ length: 3 }, () => {
    const started = performance.now();
    Bun.spawnSync([process.execPath, "-e", work]);
    return performance.now() - started;
  });
  return starts.sort((one, other) => one - other)[1] ?? IDLE_START_MS;
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
