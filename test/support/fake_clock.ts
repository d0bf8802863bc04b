/** A clock that stands still until it is told to advance. */
import type { Clock } from "../../src/platform.ts";

interface Alarm {
  readonly at: number;
  readonly alarm: () => void;
}

export class FakeClock implements Clock {
  #now: number;
  readonly #alarms = new Set<Alarm>();

  constructor(now = Date.parse("2026-06-01T12:00:00Z")) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, alarm: () => void): () => void {
    const entry = { at: this.#now + delayMs, alarm };
    this.#alarms.add(entry);
    return () => this.#alarms.delete(entry);
  }

  /** Moves on by `ms`, ringing each alarm at its time, those that are set on the way too. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#alarms.delete(next);
      this.#now = next.at;
      next.alarm();
    }
    this.#now = end;
  }

  /** Alarms that have not rung. */
  get pending(): number {
    return this.#alarms.size;
  }

  #next(end: number): Alarm | undefined {
    return [...this.#alarms].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}
