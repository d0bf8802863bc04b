/**
 * Flat arrays for hot loops: a hash table of whole numbers, and sums of rows of small weights, packed four columns
 * to a word.
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

/** Makes a signed byte a number from 0 up. */
const SHIFT = 128;
/** Every other byte of a number: room for a byte's sums. */
const BYTES = 0x00ff00ff;
/** The sum of this many bytes fits in two. */
const MOST_WAITING = 256;

/** Adds up rows of a table of signed bytes; exact for any number of rows. */
export class PackedSums {
  readonly #weights: Int32Array;
  /** Numbers a row takes. */
  readonly #width: number;
  readonly #sums: Int32Array;
  readonly #taken: Int32Array;
  /** Where the rows begin that were named and not yet added. */
  readonly #waiting = new Int32Array(MOST_WAITING);
  #count = 0;

  /** `weights` holds the rows one behind the other; `columns` is a multiple of four. */
  constructor(weights: Int8Array, columns: number) {
    this.#weights = packed(weights);
    this.#width = columns / 4;
    this.#sums = new Int32Array(columns);
    this.#taken = new Int32Array(columns);
  }

  /** Adds row number `row`. */
  add(row: number): void {
    this.#waiting[this.#count++] = row * this.#width;
    if (this.#count === MOST_WAITING) this.#addWaiting();
  }

  /** The sums of the rows added since they were last taken; the array is used again by the next call. */
  take(): Int32Array {
    this.#addWaiting();
    this.#taken.set(this.#sums);
    this.#sums.fill(0);
    return this.#taken;
  }

  #addWaiting(): void {
    const [waiting, weights, sums, count] = [this.#waiting, this.#weights, this.#sums, this.#count];
    const shifted = count * SHIFT;
    for (let i = 0; i < this.#width; i++) {
      let even = 0;
      let odd = 0;
      for (let n = 0; n < count; n++) {
        const four = weights[(waiting[n] ?? 0) + i] ?? 0;
        even = (even + (four & BYTES)) | 0;
        odd = (odd + ((four >>> 8) & BYTES)) | 0;
      }
      const column = i * 4;
      sums[column] = (sums[column] ?? 0) + (even & 0xffff) - shifted;
      sums[column + 1] = (sums[column + 1] ?? 0) + (odd & 0xffff) - shifted;
      sums[column + 2] = (sums[column + 2] ?? 0) + (even >>> 16) - shifted;
      sums[column + 3] = (sums[column + 3] ?? 0) + (odd >>> 16) - shifted;
    }
    this.#count = 0;
  }
}

/** Weights by fours, each four in one number. */
function packed(weights: Int8Array): Int32Array {
  const bytes = Uint8Array.from(weights, (weight) => weight + SHIFT);
  const byte = (at: number) => bytes[at] ?? 0;
  return Int32Array.from(
    { length: bytes.length / 4 },
    (_, i) => byte(i * 4) | (byte(i * 4 + 1) << 8) | (byte(i * 4 + 2) << 16) | (byte(i * 4 + 3) << 24),
  );
}
