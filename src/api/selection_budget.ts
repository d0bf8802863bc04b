/** How much of exports is made whole at a time, rather than streamed. */
import type { Clock } from "../platform.ts";

/** Four of the largest selections a minute. */
const MAX_BYTES = 64 << 20;
const COUNTED_MS = 60_000;
/** Smaller selections are not counted: a stream would hold as much. */
const MIN_BYTES = 256 << 10;

export class SelectionBudget {
  #counted = 0;

  constructor(private readonly clock: Clock) {}

  /** Counts a selection of about `bytes` if it may be made whole. */
  take(bytes: number): boolean {
    if (bytes < MIN_BYTES) return true;
    if (this.#counted + bytes > MAX_BYTES) return false;
    this.#counted += bytes;
    this.clock.after(COUNTED_MS, () => {
      this.#counted -= bytes;
    });
    return true;
  }
}
