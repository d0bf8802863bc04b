/** How much of exports is made whole at a time, rather than streamed. */
import type { Clock } from "../platform.ts";

interface SelectionLimits {
  /** In bytes. */
  readonly maxBytes: number;
  readonly countedMs: number;
  /** In bytes: smaller ones are not counted, as a stream would hold as much. */
  readonly leastBytes: number;
}

/** Four of the largest selections a minute. */
const SELECTION_LIMITS: SelectionLimits = { maxBytes: 64 << 20, countedMs: 60_000, leastBytes: 256 << 10 };

export class SelectionBudget {
  readonly #clock: Clock;
  readonly #limits: SelectionLimits;
  #counted = 0;

  constructor(clock: Clock, limits: SelectionLimits = SELECTION_LIMITS) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Counts a selection of about `bytes` if it may be made whole. */
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
