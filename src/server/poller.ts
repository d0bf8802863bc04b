/** Looks at things again and again. */
import type { Clock } from "../platform.ts";

/** Starts polls that share a clock and a report of what goes wrong. */
export class Poller {
  /** `onError` is called with what a look throws, unless the look before it threw the same. */
  constructor(
    private readonly clock: Pick<Clock, "after">,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Has `look` called after each period until the poll is stopped. Calls never overlap, and one that throws is followed by the next. */
  poll(periodMs: number, look: () => void | Promise<void>): Poll {
    return new Poll(this.clock, periodMs, look, this.onError);
  }
}

/** One thing that is looked at. */
export class Poll {
  #looking: Promise<void> | null = null;
  /** Whether to look again as soon as the present look is over. */
  #isWanted = false;
  #isStopped = false;
  /** What the last look threw, as text. */
  #fault: string | null = null;
  #cancel = () => {};

  constructor(
    private readonly clock: Pick<Clock, "after">,
    /** Wait between the end of a look and the next one, in milliseconds; a change holds from the end of the present look. */
    public periodMs: number,
    private readonly look: () => void | Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.wait(periodMs);
  }

  /** Looks now, or as soon as the look under way is over. */
  hurry(): void {
    this.#isWanted = true;
    if (this.#looking === null) this.wait(0);
  }

  /** Waits this long before the next look. */
  wait(delayMs: number): void {
    this.#cancel();
    if (!this.#isStopped) this.#cancel = this.clock.after(delayMs, () => this.#begin());
  }

  /** Resolves when the look under way is over; no other follows. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#looking;
  }

  #begin(): void {
    if (this.#looking !== null) return;
    this.#isWanted = false;
    this.#looking = this.#lookOrReport().finally(() => {
      this.#looking = null;
      this.wait(this.#isWanted ? 0 : this.periodMs);
    });
  }

  async #lookOrReport(): Promise<void> {
    let fault: string | null = null;
    try {
      await this.look();
    } catch (error) {
      fault = String(error);
      if (fault !== this.#fault) this.onError(error);
    }
    this.#fault = fault;
  }
}
