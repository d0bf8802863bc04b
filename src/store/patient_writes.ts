/**
 * Writes that wait for another process's lock without standing in anybody's way: SQLite is told not to wait, and the wait
 * is made of timers between attempts.
 *
 * @module
 */
import { GoodwordError } from "../errors.ts";
import type { Clock } from "../platform.ts";
import type { Store } from "./mod.ts";

const PAUSE_MS = 20;
const PATIENCE_MS = 3000;

/** Runs `work` in an immediate transaction; it may be run again, but takes effect once. */
export type Write = <T>(work: () => T) => Promise<T>;

/** @throws {GoodwordError} `database` from the writes, when the lock stays taken or the database fails */
export function createPatientWrites(store: Store, clock: Pick<Clock, "after">): Write {
  const pause = () => new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
  return async (work) => {
    for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
      try {
        return store.transaction(work, { behavior: "immediate" });
      } catch (error) {
        if (!isBusy(error) || waitedMs >= PATIENCE_MS) {
          throw new GoodwordError("database", "Cannot write to the database", { cause: error });
        }
      }
      await pause();
    }
  };
}

function isBusy(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && at.code.startsWith("SQLITE_BUSY")) return true;
  }
  return false;
}
