/**
 * Looks at the store again and again: at once after a hint, where the store gives any, and now and then without one.
 *
 * @module
 */
import type { Clock } from "../../platform.ts";
import type { EditionStore } from "../../store/mod.ts";

/** Wait between looks, in milliseconds; and where the store gives hints, any of which may be lost. */
const PERIOD_MS = 100;
const HINTED_PERIOD_MS = 500;

/** What a lookout works with. */
export interface LookoutParts {
  readonly clock: Clock;
  readonly editions: Pick<EditionStore, "listen">;
  /** Called with each hint, before the look that it leads to. */
  readonly onHint: () => void;
  /** Never called while a call is under way; handles its errors itself. */
  readonly look: () => Promise<void>;
}

/** Calls `look` from its start until it is stopped. */
export class Lookout implements AsyncDisposable {
  #isLooking = false;
  /** Whether to look again as soon as the present look is over. */
  #isWanted = false;
  #hearsHints = false;
  #isStopped = false;
  #cancel = () => {};
  #listening: Promise<AsyncDisposable | null> = Promise.resolve(null);

  constructor(private readonly parts: LookoutParts) {}

  start(): void {
    void this.#look();
    // Without hints, changes are noticed a little later.
    this.#listening = this.parts.editions.listen(() => this.#hint()).catch(() => null);
  }

  /** Looks now rather than at the end of the wait, if the store gives hints of what there is to see: waits are longer then. */
  hurry(): void {
    if (this.#hearsHints) this.#lookSoon();
  }

  /** Waits this long before the next look. */
  after(delayMs: number): void {
    this.#cancel();
    if (!this.#isStopped) this.#cancel = this.parts.clock.after(delayMs, () => void this.#look());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    const listening = await this.#listening;
    await listening?.[Symbol.asyncDispose]();
  }

  #hint(): void {
    this.#hearsHints = true;
    this.parts.onHint();
    this.#lookSoon();
  }

  #lookSoon(): void {
    this.#isWanted = true;
    if (!this.#isLooking) this.after(0);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#isWanted = false;
    await this.parts.look();
    this.#isLooking = false;
    this.after(this.#isWanted ? 0 : this.#hearsHints ? HINTED_PERIOD_MS : PERIOD_MS);
  }
}
