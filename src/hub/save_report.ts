/**
 * Reports when the hub ceases to be able to save its work, and when it can again: a disk stays full for longer than anybody
 * wants to read of each attempt.
 *
 * @module
 */
import type { Log } from "../platform.ts";

/** Logs when the hub loses the ability to save, and when it regains it: once each, not per failure. */
export interface SaveReport {
  /** `part` could not be saved; the same until it is saved. */
  failed(part: object, error: unknown): void;
  saved(part: object): void;
}

/** Creates a report in which every part counts as saved. */
export function createSaveReport(log: Log): SaveReport {
  const unsaved = new Set<object>();
  return {
    failed(part, error) {
      if (unsaved.size === 0) log.error("Hub cannot save to the database", { error: String(error) });
      unsaved.add(part);
    },
    saved(part) {
      if (unsaved.delete(part) && unsaved.size === 0) log.info("Hub can save to the database again");
    },
  };
}
