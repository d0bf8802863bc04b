/**
 * Knows whether the hub is doing something by itself, as opposed to waiting for a stranger or for a point in time.
 * A graceful stop and every test without sleeping rest on it.
 *
 * @module
 */

/** Counts work in progress, so that tests and shutdown can wait for the hub to become idle. */
export interface Activity {
  /** Counts as activity until the promise settles. A rejection is the caller's to handle. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Waits for a stranger: no activity until the promise settles. For use inside of {@link during}. */
  outside<T>(waiting: Promise<T>): Promise<T>;
  /** Resolves as soon as nothing is going on. */
  settled(): Promise<void>;
}

/** Creates a counter with nothing in progress. */
export function createActivity(): Activity {
  let active = 0;
  let waiters: (() => void)[] = [];

  function change(by: number): void {
    active += by;
    if (active > 0) return;
    const released = waiters;
    waiters = [];
    for (const release of released) release();
  }

  async function counted<T>(promise: Promise<T>, by: number): Promise<T> {
    change(by);
    try {
      return await promise;
    } finally {
      change(-by);
    }
  }

  return {
    during: (work) => counted(work, 1),
    outside: (waiting) => counted(waiting, -1),
    settled: () => (active === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  };
}
