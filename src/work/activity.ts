/** What the loops of one runner share: whether anything is going on, and whether results can be saved. */
import type { Log } from "../platform.ts";

/** Counts work in progress, so that tests and shutdown can wait for idleness. */
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

/** Logs when a runner loses the ability to save, and when it regains it: once each, not per failure. */
export interface SaveReport {
  /** `part` could not be saved; the same until it is saved. */
  failed(part: object, error: unknown): void;
  saved(part: object): void;
}

/** Creates a report in which every part counts as saved; `name` begins its lines. */
export function createSaveReport(name: string, log: Log): SaveReport {
  const unsaved = new Set<object>();
  return {
    failed(part, error) {
      if (unsaved.size === 0) log.error(`${name} cannot save to the database`, { error: String(error) });
      unsaved.add(part);
    },
    saved(part) {
      if (unsaved.delete(part) && unsaved.size === 0) log.info(`${name} can save to the database again`);
    },
  };
}
