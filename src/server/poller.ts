/** Looks at many things again and again, from one timer. */
import type { Clock } from "../platform.ts";

/** Between two rounds, in milliseconds. Waits are counted in rounds, and end with the one that they reach into. */
const ROUND_MS = 100;

/** Calls whoever is due, round after round, while anybody wants to be called. A slow look holds up nobody else's. */
export class Poller {
  readonly #polls = new Set<Poll>();
  #cancelRound = () => {};

  /** `onError` is called with what a look throws, unless the look before it threw the same. */
  constructor(
    private readonly clock: Pick<Clock, "after">,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Has `look` called after each period until the poll is stopped. Calls never overlap, and one that throws is followed by the next. */
  poll(periodMs: number, look: () => void | Promise<void>): Poll {
    const poll = new Poll(this.clock, { periodMs, look, onError: this.onError, onStop: () => this.#leave(poll) });
    if (this.#polls.size === 0) this.#nextRound();
    this.#polls.add(poll);
    return poll;
  }

  #leave(poll: Poll): void {
    this.#polls.delete(poll);
    if (this.#polls.size === 0) this.#cancelRound();
  }

  #nextRound(): void {
    this.#cancelRound = this.clock.after(ROUND_MS, () => {
      this.#nextRound();
      for (const poll of this.#polls) poll.round();
    });
  }
}

interface PollOptions {
  readonly periodMs: number;
  readonly look: () => void | Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly onStop: () => void;
}

/** One thing that is looked at. */
export class Poll {
  /** Wait between the end of a look and the next one, in milliseconds; holds from the end of the present look. */
  periodMs: number;
  #roundsLeft: number;
  #looking: Promise<void> | null = null;
  /** Whether to look again as soon as the present look is over. */
  #isWanted = false;
  #isStopped = false;
  /** What the last look threw, as text. */
  #fault: string | null = null;
  #cancelHurry = () => {};

  constructor(
    private readonly clock: Pick<Clock, "after">,
    private readonly options: PollOptions,
  ) {
    this.periodMs = options.periodMs;
    this.#roundsLeft = roundsOf(options.periodMs);
  }

  /** Looks now, or as soon as the look under way is over. */
  hurry(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#cancelHurry();
    if (this.#looking === null) this.#cancelHurry = this.clock.after(0, () => this.#look());
  }

  /** Waits this long before the next look. */
  wait(delayMs: number): void {
    this.#cancelHurry();
    this.#roundsLeft = roundsOf(delayMs);
  }

  /** Looks no more. Resolves when the look under way is over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelHurry();
    this.options.onStop();
    await this.#looking;
  }

  /** To be called by the poller alone. */
  round(): void {
    if (this.#looking === null && --this.#roundsLeft <= 0) this.#look();
  }

  #look(): void {
    this.#cancelHurry();
    this.#isWanted = false;
    this.#looking = this.#lookOrReport().finally(() => {
      this.#looking = null;
      this.#roundsLeft = roundsOf(this.periodMs);
      if (this.#isWanted) this.hurry();
    });
  }

  async #lookOrReport(): Promise<void> {
    let fault: string | null = null;
    try {
      await this.options.look();
    } catch (error) {
      fault = String(error);
      if (fault !== this.#fault) this.options.onError(error);
    }
    this.#fault = fault;
  }
}

function roundsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / ROUND_MS));
}
