/**
 * A table from whole numbers to whole numbers in a flat array: several times as quick as a Map where millions of look-ups are made.
 *
 * @module
 */

/** Says that a key is not in the table. */
export const ABSENT = -1;

/** Keys and values are 0 to 2^31 - 1. */
export class NumberTable {
  /** Each key with its value behind it, so that both are fetched at once. */
  #pairs: Int32Array;
  #mask: number;
  #size = 0;

  constructor(capacity = 1024) {
    const length = 2 ** Math.ceil(Math.log2(capacity * 2));
    this.#pairs = new Int32Array(length * 2).fill(ABSENT);
    this.#mask = length - 1;
  }

  get size(): number {
    return this.#size;
  }

  get(key: number): number {
    const pairs = this.#pairs;
    const mask = this.#mask;
    for (let at = placeOf(key) & mask; ; at = (at + 1) & mask) {
      const own = pairs[at * 2];
      if (own === key) return pairs[at * 2 + 1] ?? ABSENT;
      if (own === ABSENT) return ABSENT;
    }
  }

  set(key: number, value: number): void {
    if (this.#size * 2 > this.#mask) this.#grow();
    const pairs = this.#pairs;
    let at = placeOf(key) & this.#mask;
    while (pairs[at * 2] !== ABSENT && pairs[at * 2] !== key) at = (at + 1) & this.#mask;
    if (pairs[at * 2] === ABSENT) this.#size++;
    pairs[at * 2] = key;
    pairs[at * 2 + 1] = value;
  }

  #grow(): void {
    const pairs = this.#pairs;
    this.#pairs = new Int32Array(pairs.length * 2).fill(ABSENT);
    this.#mask = pairs.length - 1;
    this.#size = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      const [key = ABSENT, value = ABSENT] = [pairs[i], pairs[i + 1]];
      if (key !== ABSENT) this.set(key, value);
    }
  }
}

/** Spreads neighbouring keys over the table. */
function placeOf(key: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
