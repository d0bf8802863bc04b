/** A server of a simulation: a clock that is off, and a death at any step. */
import type { Clock } from "../../../src/platform.ts";

export interface MortalParts {
  /** The time that nobody can set. */
  readonly time: Clock;
  /** How far this server's clock is off. */
  readonly skewMs: number;
  /** Whether it dies at this very step. */
  readonly dies: () => boolean;
}

export abstract class Mortal {
  readonly clock: Clock;
  readonly died: Promise<void>;
  /** When requests under way are cut off: by its death, or at the end of a graceful stop. */
  readonly isCutOff: Promise<void>;
  isDead = false;
  readonly #alarms = new Set<() => void>();
  readonly #death = Promise.withResolvers<void>();
  readonly #cutOff = Promise.withResolvers<void>();

  constructor(private readonly mortality: MortalParts) {
    const { time, skewMs } = mortality;
    this.clock = { now: () => time.now() + skewMs, after: (delayMs, ring) => this.#after(delayMs, ring) };
    this.died = this.#death.promise;
    this.isCutOff = this.#cutOff.promise;
  }

  protected abstract bury(): void;

  dies(): boolean {
    return this.mortality.dies();
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const cancel of this.#alarms) cancel();
    this.bury();
    this.#death.resolve();
    this.#cutOff.resolve();
  }

  /** Ends what it has under way. */
  cutOff(): void {
    this.#cutOff.resolve();
  }

  #after(delayMs: number, ring: () => void): () => void {
    const cancel = this.mortality.time.after(delayMs, () => {
      this.#alarms.delete(cancel);
      if (!this.isDead) ring();
    });
    this.#alarms.add(cancel);
    return () => {
      this.#alarms.delete(cancel);
      cancel();
    };
  }
}
