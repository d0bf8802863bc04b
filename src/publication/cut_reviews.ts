/**
 * Cuts reviews out of /reviews.json, so that a response needs no serialising of its own.
 *
 * @module
 */
import { Buffer } from "node:buffer";

/** The serialized reviews and the byte range of each. */
export interface CutSource {
  /** The whole of /reviews.json. */
  readonly document: Uint8Array;
  /** The bytes of review `i` in it: from `spans[2 i]` up to but excluding `spans[2 i + 1]`. */
  readonly spans: Uint32Array;
}

/** Gives memory of at least some bytes. */
export type Allocate = (size: number) => Buffer<ArrayBuffer>;

const COMMA = 0x2c;
/** In UTF-8, of a UTF-16 code unit. */
const MOST_BYTES_OF_A_UNIT = 3;

/** The reviews at these ordinals, a comma between two, between two pieces of text. Each is copied once, without a view of it. */
export function reviewCutter({ document, spans }: CutSource) {
  const source = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  return (
    ordinals: readonly number[],
    [before, after]: readonly [string, string],
    allocate: Allocate = Buffer.allocUnsafe,
  ): Uint8Array<ArrayBuffer> => {
    const most = MOST_BYTES_OF_A_UNIT * (before.length + after.length) + lengthOf(spans, ordinals);
    const bytes = allocate(most);
    let end = bytes.write(before);
    for (let at = 0; at < ordinals.length; at++) {
      const ordinal = ordinals[at] ?? 0;
      if (at > 0) bytes[end++] = COMMA;
      end += source.copy(bytes, end, spans[2 * ordinal], spans[2 * ordinal + 1]);
    }
    end += bytes.write(after, end);
    return bytes.subarray(0, end);
  };
}

function lengthOf(spans: Uint32Array, ordinals: readonly number[]): number {
  let length = Math.max(0, ordinals.length - 1);
  for (const ordinal of ordinals) length += (spans[2 * ordinal + 1] ?? 0) - (spans[2 * ordinal] ?? 0);
  return length;
}
