/**
 * A column of numbers that grows while reviews pass by. What comes out is memory that threads share, so that a column goes
 * from one to the other, and from one publication into the next, without a copy of it in a message.
 *
 * @module
 */

type Numbers = Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** The typed array that a column is to be. */
export interface NumbersOf<Values extends Numbers> {
  new (buffer: SharedArrayBuffer, byteOffset?: number, length?: number): Values;
  readonly BYTES_PER_ELEMENT: number;
}

/** An append-only column. */
export class GrowingColumn<Values extends Numbers> {
  readonly #of: NumbersOf<Values>;
  #buffer: SharedArrayBuffer;
  #values: Values;
  #length = 0;

  /** Room for `expected` numbers spares growing; there may be more. */
  constructor(of: NumbersOf<Values>, expected: number) {
    this.#of = of;
    this.#buffer = new SharedArrayBuffer(Math.max(16, expected) * of.BYTES_PER_ELEMENT);
    this.#values = new of(this.#buffer);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow(1);
    this.#values[this.#length++] = value;
  }

  /** Adds so many numbers, which the caller writes into what this returns before anything else is added. */
  room(count: number): Values {
    if (this.#length + count > this.#values.length) this.#grow(count);
    const start = this.#length;
    this.#length += count;
    return new this.#of(this.#buffer, start * this.#of.BYTES_PER_ELEMENT, count);
  }

  /** Adds the numbers [`from`, `to`) of a column that is there. */
  append(values: Values, from: number, to: number): void {
    this.room(to - from).set(values.subarray(from, to));
  }

  /** The column, in memory of exactly its size. */
  finish(): Values {
    if (this.#length === this.#values.length) return this.#values;
    const exact = new this.#of(new SharedArrayBuffer(this.#length * this.#of.BYTES_PER_ELEMENT));
    exact.set(this.#values.subarray(0, this.#length));
    return exact;
  }

  #grow(count: number): void {
    const length = Math.max(this.#length + count, Math.ceil(this.#values.length * 1.5));
    const buffer = new SharedArrayBuffer(length * this.#of.BYTES_PER_ELEMENT);
    const values = new this.#of(buffer);
    values.set(this.#values);
    this.#buffer = buffer;
    this.#values = values;
  }
}
