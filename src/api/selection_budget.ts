/** How much of exports is made whole at a time, rather than streamed. */
import type { Clock } from "../platform.ts";

/** What a budget allows. */
interface SelectionLimits {
  /** Counted at a time, in bytes. */
  readonly maxBytes: number;
  /** How long one counts, in milliseconds. */
  readonly countedMs: number;
  /** Below this, in bytes, one is not counted: a stream would hold as much. */
  readonly leastBytes: number;
}

/** As much as four of the largest selections, within a minute. */
const SELECTION_LIMITS: SelectionLimits = { maxBytes: 64 << 20, countedMs: 60_000, leastBytes: 256 << 10 };

/** Counts selections that are made whole. */
export class SelectionBudget {
  readonly #clock: Clock;
  readonly #limits: SelectionLimits;
  #counted = 0;

  constructor(clock: Clock, limits: SelectionLimits = SELECTION_LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Whether a selection of about `bytes` may be made whole; counts it if so. */
  take(bytes: number): boolean {
    const { maxBytes, countedMs, leastBytes } = this.#limits;
    if (bytes < leastBytes) return true;
    if (this.#counted + bytes > maxBytes) return false;
    this.#counted += bytes;
    this.#clock.after(countedMs, () => {
      this.#counted -= bytes;
    });
    return true;
  }
}
