/**
 * All folded review texts in one UTF-8 buffer: what a search is decided on in the end.
 *
 * UTF-8 begins no character inside another, so bytes that are found are characters that are found. Two terminators that
 * never occur in UTF-8 follow every text, so no match reaches from one review into the next.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { foldText } from "../../review/mod.ts";

const TERMINATOR = 0xff;
const TERMINATORS = 2;
/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const BYTES_PER_UNIT = 3;

export interface FoldedTextsData {
  readonly bytes: Uint8Array;
  /** Where each text starts, and after the last one the end of `bytes`. */
  readonly offsets: Uint32Array;
}

/** Folds and encodes `count` texts one by one; none of the strings is kept. */
export function buildFoldedTexts(count: number, textAt: (ordinal: number) => string): FoldedTextsData {
  const encoder = new TextEncoder();
  const offsets = new Uint32Array(count + 1);
  let bytes = new Uint8Array(1024 + count * 256);
  let end = 0;
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const text = foldText(textAt(ordinal));
    const room = end + text.length * BYTES_PER_UNIT + TERMINATORS;
    if (room > bytes.length) bytes = resized(bytes, Math.max(room, bytes.length * 1.5));
    end += encoder.encodeInto(text, bytes.subarray(end)).written;
    bytes.fill(TERMINATOR, end, end + TERMINATORS);
    end += TERMINATORS;
    offsets[ordinal + 1] = end;
  }
  return { bytes: resized(bytes, end), offsets };
}

function resized(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer.transfer(Math.ceil(length)));
}

/** Where the text of a review ends in `bytes`, its terminators left out. */
export function textEnd({ offsets }: FoldedTextsData, ordinal: number): number {
  return offsets[ordinal + 1]! - TERMINATORS;
}

/** Looks for needles in folded texts. Needles are folded, encoded, and not empty. */
export class FoldedTexts {
  readonly #buffer: Buffer;
  readonly #data: FoldedTextsData;

  constructor(data: FoldedTextsData) {
    this.#data = data;
    this.#buffer = Buffer.from(data.bytes.buffer, data.bytes.byteOffset, data.bytes.byteLength);
  }

  /** Whether the text of a review contains the needle. */
  contains(ordinal: number, needle: Uint8Array): boolean {
    const start = this.#data.offsets[ordinal]!;
    return this.#buffer.subarray(start, textEnd(this.#data, ordinal)).indexOf(needle) >= 0;
  }

  /** The first review at or after `from` and before `to` whose text contains the needle; -1 when none does. */
  next(needle: Uint8Array, from: number, to: number): number {
    if (from >= to) return -1;
    const { offsets } = this.#data;
    const found = this.#buffer.subarray(offsets[from], offsets[to]).indexOf(needle);
    return found < 0 ? -1 : this.#ordinalAt(offsets[from]! + found, from, to);
  }

  /** The review whose text holds a byte, by binary search. */
  #ordinalAt(position: number, from: number, to: number): number {
    const { offsets } = this.#data;
    let low = from;
    let high = to;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (offsets[middle]! <= position) low = middle;
      else high = middle;
    }
    return low;
  }
}
