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

const COMMA = 0x2c;

/** The reviews at these ordinals, a comma between two, between two pieces of text. Each is copied once, without a view of it. */
export function cutReviews(
  { document, spans }: CutSource,
  ordinals: readonly number[],
  [before, after]: readonly [string, string],
): Uint8Array<ArrayBuffer> {
  const source = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  const head = Buffer.from(before);
  const tail = Buffer.from(after);
  const bytes = Buffer.allocUnsafe(head.length + lengthOf(spans, ordinals) + tail.length);
  let end = head.copy(bytes);
  for (const [at, ordinal] of ordinals.entries()) {
    if (at > 0) bytes[end++] = COMMA;
    end += source.copy(bytes, end, spans[2 * ordinal], spans[2 * ordinal + 1]);
  }
  tail.copy(bytes, end);
  return bytes;
}

function lengthOf(spans: Uint32Array, ordinals: readonly number[]): number {
  let length = Math.max(0, ordinals.length - 1);
  for (const ordinal of ordinals) length += (spans[2 * ordinal + 1] ?? 0) - (spans[2 * ordinal] ?? 0);
  return length;
}
