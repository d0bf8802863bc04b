/**
 * Cuts reviews out of /reviews.json, so that a response needs no serialising of its own.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { type PlacedReviews, ReviewBytes } from "./review_pieces.ts";

/** Gives memory of at least some bytes. */
export type Allocate = (size: number) => Buffer<ArrayBuffer>;

const COMMA = 0x2c;
/** In UTF-8, of a UTF-16 code unit. */
const MOST_BYTES_OF_A_UNIT = 3;

/** The reviews at these ordinals, a comma between two, between two pieces of text. Each is copied once, without a view of it. */
export function reviewCutter({ document, spans }: PlacedReviews) {
  const reviews = new ReviewBytes({ document, spans });
  const sources = document.pieces.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return (
    ordinals: readonly number[],
    [before, after]: readonly [string, string],
    allocate: Allocate = Buffer.allocUnsafe,
  ): Uint8Array<ArrayBuffer> => {
    const size = ordinals.reduce((sum, ordinal) => sum + 1 + reviews.sizeAt(ordinal), 0);
    const most = MOST_BYTES_OF_A_UNIT * (before.length + after.length) + size;
    const bytes = allocate(most);
    let end = bytes.write(before);
    for (let at = 0; at < ordinals.length; at++) {
      const ordinal = ordinals[at] ?? 0;
      if (at > 0) bytes[end++] = COMMA;
      end += (sources[reviews.pieceOf(ordinal)] ?? NONE).copy(bytes, end, spans[2 * ordinal], spans[2 * ordinal + 1]);
    }
    end += bytes.write(after, end);
    return bytes.subarray(0, end);
  };
}

const NONE = Buffer.alloc(0);
