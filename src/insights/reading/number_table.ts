/**
 * A table from whole numbers to whole numbers in flat arrays: several times as quick as a Map where millions of look-ups are made.
 *
 * @module
 */

/** Says that a key is not in the table. */
export const ABSENT = -1;

/** Keys and values are 0 to 2^31 - 1. */
export class NumberTable {
  #keys: Int32Array;
  #values: Int32Array;
  #mask: number;
  #size = 0;

  constructor(capacity = 1024) {
    const length = 2 ** Math.ceil(Math.log2(capacity * 2));
    this.#keys = new Int32Array(length).fill(ABSENT);
    this.#values = new Int32Array(length);
    this.#mask = length - 1;
  }

  get size(): number {
    return this.#size;
  }

  get(key: number): number {
    const keys = this.#keys;
    const mask = this.#mask;
    for (let at = placeOf(key) & mask; ; at = (at + 1) & mask) {
      const own = keys[at];
      if (own === key) return this.#values[at] ?? ABSENT;
      if (own === ABSENT) return ABSENT;
    }
  }

  set(key: number, value: number): void {
    if (this.#size * 2 >= this.#keys.length) this.#grow();
    let at = placeOf(key) & this.#mask;
    while (this.#keys[at] !== ABSENT && this.#keys[at] !== key) at = (at + 1) & this.#mask;
    if (this.#keys[at] === ABSENT) this.#size++;
    this.#keys[at] = key;
    this.#values[at] = value;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Int32Array(keys.length * 2).fill(ABSENT);
    this.#values = new Int32Array(keys.length * 2);
    this.#mask = keys.length * 2 - 1;
    this.#size = 0;
    for (const [i, key] of keys.entries()) if (key !== ABSENT) this.set(key, values[i] ?? ABSENT);
  }
}

/** Spreads neighbouring keys over the table. */
function placeOf(key: number): number {
  const mixed = Math.imul(key, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
