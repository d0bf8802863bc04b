/**
 * Finds the grams (short runs of bytes) that the texts of a segment are indexed by.
 *
 * Every run of three bytes is a gram. A gram that is frequent grows by one more byte, again and again up to
 * {@link LONGEST_GRAM}: so that even a phrase made of the commonest words holds some gram that few reviews have.
 * Whether a gram is frequent is judged on a sample; a wrong guess costs time or space, never a match.
 *
 * A gram is known by its slot: trigrams first, as numbers of three digits in base `width`; then one row of `width`
 * slots per gram that grew. Digit 0 stands for the end of a text.
 *
 * @module
 */
import { type FoldedTextsData, textEnd } from "./folded_texts.ts";
import { FREQUENT_ONE_IN } from "./review_sets.ts";

export const SHORTEST_GRAM = 3;
export const LONGEST_GRAM = 7;
const SAMPLE_SIZE = 2048;

export class GramForest {
  /** Digit of each byte, 0 for bytes that no text holds. */
  readonly digits: Uint8Array;
  /** One more than the number of distinct bytes. */
  readonly width: number;
  /** For each slot the first slot of its row, 0 where the gram did not grow. */
  rows: Uint32Array;
  /** Stamp of the last text that each slot was found in. */
  #seen: Uint32Array;
  #stamp = 0;
  readonly #texts: FoldedTextsData;
  readonly #found: Uint32Array;

  /** Grows the grams for the texts at ordinals [`first`, `end`). */
  constructor(texts: FoldedTextsData, first: number, end: number) {
    this.#texts = texts;
    this.digits = digitsOf(texts.bytes.subarray(texts.offsets[first], texts.offsets[end]));
    this.width = Math.max(...this.digits) + 1;
    this.rows = new Uint32Array(this.width ** SHORTEST_GRAM);
    this.#seen = new Uint32Array(this.rows.length);
    this.#found = new Uint32Array(longestText(texts, first, end) * (LONGEST_GRAM - SHORTEST_GRAM + 1));
    let level = 0;
    for (let length = SHORTEST_GRAM; length < LONGEST_GRAM; length++) level = this.#grow(level, first, end);
  }

  get slotCount(): number {
    return this.rows.length;
  }

  /** The slots of all grams of one text, each once, in no particular order; overwritten by the next call. */
  gramsOf(ordinal: number): Uint32Array {
    const { bytes, offsets } = this.#texts;
    const { digits, width, rows } = this;
    const seen = this.#seen;
    const found = this.#found;
    const stamp = ++this.#stamp;
    const end = textEnd(this.#texts, ordinal);
    let count = 0;
    for (let start = offsets[ordinal]!; start < end; start++) {
      let slot = (digits[bytes[start]!]! * width + digits[bytes[start + 1]!]!) * width + digits[bytes[start + 2]!]!;
      let next = start + SHORTEST_GRAM;
      for (;;) {
        if (seen[slot] !== stamp) {
          seen[slot] = stamp;
          found[count++] = slot;
        }
        const row = rows[slot]!;
        if (row === 0) break;
        const digit = digits[bytes[next++]!]!;
        if (digit === 0) break;
        slot = row + digit;
      }
    }
    return found.subarray(0, count);
  }

  /** Gives a row to each frequent gram whose slot is at or after `level`; returns where the new rows begin. */
  #grow(level: number, first: number, end: number): number {
    const step = Math.max(1, Math.floor((end - first) / SAMPLE_SIZE));
    const counts = new Uint32Array(this.slotCount);
    let sampled = 0;
    for (let ordinal = first; ordinal < end; ordinal += step, sampled++) {
      for (const slot of this.gramsOf(ordinal)) counts[slot]!++;
    }
    const grown: number[] = [];
    for (let slot = level; slot < counts.length; slot++) {
      if (counts[slot]! * FREQUENT_ONE_IN > sampled && slot % this.width !== 0) grown.push(slot);
    }
    return this.#addRows(grown);
  }

  #addRows(grown: readonly number[]): number {
    const before = this.slotCount;
    const rows = new Uint32Array(before + grown.length * this.width);
    rows.set(this.rows);
    for (const [at, slot] of grown.entries()) rows[slot] = before + at * this.width;
    this.rows = rows;
    this.#seen = new Uint32Array(rows.length);
    this.#stamp = 0;
    return before;
  }
}

/** Numbers the bytes that occur, from 1 on. Terminators keep 0. */
function digitsOf(bytes: Uint8Array): Uint8Array {
  const occurs = new Uint8Array(256);
  for (let at = 0; at < bytes.length; at++) occurs[bytes[at]!] = 1;
  const digits = new Uint8Array(256);
  let next = 1;
  for (let byte = 0; byte < 0xf8; byte++) if (occurs[byte] === 1) digits[byte] = next++;
  return digits;
}

function longestText({ offsets }: FoldedTextsData, first: number, end: number): number {
  let longest = 0;
  for (let ordinal = first; ordinal < end; ordinal++) {
    longest = Math.max(longest, offsets[ordinal + 1]! - offsets[ordinal]!);
  }
  return longest;
}
