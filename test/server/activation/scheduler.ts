/** Virtual time for thousands of lives: the next alarm is found in a heap, and what it causes is done before the one after it. */

interface Alarm {
  readonly at: number;
  readonly order: number;
  ring: (() => void) | null;
}

/** Rounds of awaited promises after which nothing is left to do at an instant: the longest chain in a keeper and its store. */
const ROUNDS = 10;

export class Scheduler {
  #now = 0;
  #order = 0;
  readonly #heap: Alarm[] = [];

  now(): number {
    return this.#now;
  }

  after(delayMs: number, ring: () => void): () => void {
    const alarm: Alarm = { at: this.#now + Math.max(0, delayMs), order: this.#order++, ring };
    this.#push(alarm);
    return () => {
      alarm.ring = null;
    };
  }

  /** Moves time on; `settled` is called after each instant. */
  async advance(ms: number, settled: () => void): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#heap[0];
      if (next === undefined || next.at > end) break;
      this.#pop();
      if (next.ring === null) continue;
      this.#now = next.at;
      next.ring();
      for (let round = 0; round < ROUNDS; round++) await null;
      settled();
    }
    this.#now = end;
  }

  #push(alarm: Alarm): void {
    const heap = this.#heap;
    let at = heap.push(alarm) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(alarm, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = alarm;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const one = heap[left];
      const other = heap[left + 1];
      if (one === undefined) break;
      const isOther = other !== undefined && isBefore(other, one);
      const child = isOther ? other : one;
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = isOther ? left + 1 : left;
    }
    heap[at] = last;
  }
}

function isBefore(one: Alarm, other: Alarm): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
