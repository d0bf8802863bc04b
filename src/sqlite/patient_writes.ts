/**
 * Writes that wait for another process's lock without standing in anybody's way: SQLite is told not to wait, and the wait
 * is made of timers between attempts.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import { GoodwordError } from "../errors.ts";
import type { Clock } from "../platform.ts";
import type { Store } from "../store/store.ts";

const PAUSE_MS = 20;
const PATIENCE_MS = 3000;

/**
 * Runs `work` in an immediate transaction; it may be run again, but takes effect once. A `repeatable` write does not wait
 * for the disk: a loss of power may undo it, no end of a process can.
 */
export type Write = <T>(work: () => T, durability?: "durable" | "repeatable") => Promise<T>;

/** @throws {GoodwordError} `database` from the writes, when the lock stays taken or the database fails */
export function createPatientWrites(store: Store, clock: Pick<Clock, "after">): Write {
  const pause = () => new Promise<void>((resolve) => void clock.after(PAUSE_MS, resolve));
  const transact = <T>(work: () => T) => store.transaction(work, { behavior: "immediate" });
  return async (work, durability = "durable") => {
    for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
      try {
        return durability === "repeatable" ? withoutSync(store, () => transact(work)) : transact(work);
      } catch (error) {
        const code = sqliteCode(error);
        if (!code.startsWith("SQLITE_BUSY") || waitedMs >= PATIENCE_MS) {
          throw new GoodwordError("database", `Cannot write to the database: ${code}`, { cause: error });
        }
      }
      await pause();
    }
  };
}

function withoutSync<T>(store: Store, run: () => T): T {
  store.run(sql`PRAGMA synchronous = NORMAL`);
  try {
    return run();
  } finally {
    store.run(sql`PRAGMA synchronous = FULL`);
  }
}

/** SQLite's own word for what went wrong; messages of the layers above hold the values of the statement. */
function sqliteCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && at.code.startsWith("SQLITE_")) return at.code;
  }
  return "internal error";
}
