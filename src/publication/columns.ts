/**
 * Columns of numbers in memory that threads share, so that they pass between threads and publications without a copy.
 */

import { Buffer } from "node:buffer";
import type { CalendarDate } from "../review/mod.ts";

type Numbers = Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Takes finished columns out of memory while a publication is built, and reads them again. */
export interface Scratch {
  /** The same numbers, or a view of them in a file, which takes no memory until it is looked at. */
  readonly put: <Column extends Numbers>(column: Column) => Column;
  /** The same of numbers that are made in parts, each valid until the next is asked for. */
  readonly putParts: (makeParts: () => Iterable<Uint16Array>, length: number) => Uint16Array;
  /** The bytes of such a column or of a part of it, valid until the next call; any others are returned as they are. */
  readonly read: (bytes: Uint8Array) => Uint8Array;
}

/** Collects the garbage of the latest steps, or all. */
export type CollectGarbage = (what: "recent" | "all") => void;

/** Leaves columns in memory. */
export const NO_SCRATCH: Scratch = {
  put: (column) => column,
  putParts(makeParts, length) {
    const column = new Uint16Array(length);
    let end = 0;
    for (const part of makeParts()) {
      column.set(part, end);
      end += part.length;
    }
    return column;
  },
  read: (bytes) => bytes,
};

interface NumbersOf<Values extends Numbers> {
  new (buffer: SharedArrayBuffer, byteOffset?: number, length?: number): Values;
  readonly BYTES_PER_ELEMENT: number;
}

export class GrowingColumn<Values extends Numbers> {
  readonly #of: NumbersOf<Values>;
  #buffer: SharedArrayBuffer;
  #values: Values;
  #length = 0;

  /** `expected` spares growing; there may be more. */
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

  /** Adds `count` numbers, which the caller writes into the result before adding anything else. */
  room(count: number): Values {
    if (this.#length + count > this.#values.length) this.#grow(count);
    const start = this.#length;
    this.#length += count;
    return new this.#of(this.#buffer, start * this.#of.BYTES_PER_ELEMENT, count);
  }

  /** Adds the numbers [`from`, `to`) of a column. */
  append(values: Values, from: number, to: number): void {
    this.room(to - from).set(values.subarray(from, to));
  }

  /** Values in memory of exactly their size. */
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

/** YYYY-MM-DD as yyyymmdd. */
export function dateNumber(date: CalendarDate): number {
  let number = 0;
  for (const at of DIGITS) number = 10 * number + date.charCodeAt(at) - ZERO;
  return number;
}

const DIGITS = [0, 1, 2, 3, 5, 6, 8, 9];
const ZERO = 48;

export function dateOfNumber(number: number): CalendarDate {
  const digits = String(number).padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Number of entries of a descending column that are not smaller. */
export function countAtLeast(dates: Int32Array | Uint32Array, date: number): number {
  return firstWithout(0, dates.length, (at) => (dates[at] ?? 0) >= date);
}

/**
 * The first index of [`from`, `end`) for which `holds` is false, or `end`; it must be true before and false after it.
 */
export function firstWithout(from: number, end: number, holds: (at: number) => boolean): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A place and a rank of 32 bits fit into 53 bits. */
const MAX_ORDERED = 2 ** 21;

/** The indices of `ranks` by rank, then ascending. Sorting numbers takes a tenth of the time of a comparing function. */
export function orderedBy(ranks: Uint32Array): Uint32Array {
  if (ranks.length > MAX_ORDERED) throw new RangeError(`Cannot publish more than ${MAX_ORDERED} reviews`);
  const keys = new Float64Array(ranks.length);
  for (let at = 0; at < keys.length; at++) keys[at] = (ranks[at] ?? 0) * MAX_ORDERED + at;
  keys.sort();
  const order = new Uint32Array(new SharedArrayBuffer(ranks.byteLength));
  // `%` of numbers beyond 32 bits takes ten times as long.
  for (const [at, key] of keys.entries()) order[at] = key - Math.floor(key / MAX_ORDERED) * MAX_ORDERED;
  return order;
}

/** UTF-8 bytes of a UTF-16 code unit, at most. */
const BYTES_PER_UNIT = 3;

export class ByteWriter {
  readonly #encoder = new TextEncoder();
  #bytes: Uint8Array<SharedArrayBuffer>;
  #length = 0;

  /** Unused room costs no memory, so expect too much. */
  constructor(expectedBytes: number) {
    this.#bytes = shared(Math.max(1024, expectedBytes));
  }

  get length(): number {
    return this.#length;
  }

  write(text: string): void {
    this.#reserve(text.length * BYTES_PER_UNIT);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  repeat(byte: number, times: number): void {
    this.#reserve(times);
    this.#bytes.fill(byte, this.#length, this.#length + times);
    this.#length += times;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Bytes in memory of exactly their size; the writer starts again. */
  take(): Uint8Array {
    const taken = shared(this.#length);
    taken.set(this.written());
    this.#length = 0;
    return taken;
  }

  #reserve(size: number): void {
    const room = this.#length + size;
    if (room <= this.#bytes.length) return;
    const longer = shared(Math.max(room, Math.ceil(this.#bytes.length * 1.5)));
    longer.set(this.written());
    this.#bytes = longer;
  }
}

function shared(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export class ByteStrings {
  readonly #offsets: Uint32Array;
  readonly #buffer: Buffer;

  constructor({ bytes, offsets }: ByteStringsData) {
    this.#offsets = offsets;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#offsets.length - 1;
  }

  at(index: number): Uint8Array {
    return this.#buffer.subarray(this.#offsets[index], (this.#offsets[index + 1] ?? 0) - 1);
  }

  /** Or -1. */
  find(bytes: Uint8Array): number {
    const at = this.lowerBound(bytes, 0);
    return at < this.length && this.#compare(at, bytes) === 0 ? at : -1;
  }

  /** All strings that contain `needle`. */
  containing(needle: Uint8Array): number[] {
    const found: number[] = [];
    for (let from = 0; ; ) {
      const hit = this.#buffer.indexOf(needle, from);
      if (hit < 0) return found;
      const at = this.#holding(hit, found.at(-1) ?? 0);
      found.push(at);
      from = this.#offsets[at + 1] ?? this.#buffer.length;
    }
  }

  /** The first at or after `from` that is not below `bytes`. */
  lowerBound(bytes: Uint8Array, from: number): number {
    return firstWithout(from, this.length, (at) => this.#compare(at, bytes) < 0);
  }

  #compare(index: number, bytes: Uint8Array): number {
    const start = this.#offsets[index] ?? 0;
    const length = (this.#offsets[index + 1] ?? 0) - 1 - start;
    const shared = Math.min(length, bytes.length);
    for (let at = 0; at < shared; at++) {
      const difference = (this.#buffer[start + at] ?? 0) - (bytes[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - bytes.length;
  }

  /** The string that holds the byte at `position`. */
  #holding(position: number, from: number): number {
    return firstWithout(from, this.length, (at) => (this.#offsets[at] ?? 0) <= position) - 1;
  }
}

/** Strings in byte order, with a terminator before and after each. */
export interface ByteStringsData {
  readonly bytes: Uint8Array;
  /** Starts in `bytes`, and at the end its length. */
  readonly offsets: Uint32Array;
}
