/**
 * Collects garbage on demand, for acts that know what they leave.
 *
 * @module
 */

/** Collects all garbage of this thread, and returns when that is done. */
export function collectNow(): void {
  Bun.gc(true);
}
