/**
 * Finds a review by its id without keeping a hundred thousand strings: a hash table of ordinals in one typed array.
 *
 * @module
 */

/** Ordinals + 1 by hash of the id, open addressing; 0 marks a free place. The length is a power of two. */
export type IdTable = Uint32Array<ArrayBuffer>;

/** Every review begins with its id: `{"id":"`. */
const BEFORE_ID = '{"id":"'.length;
const QUOTE = 0x22;

/** The reviews of a document, where their ids are read from. */
export interface ReviewBytes {
  readonly document: Uint8Array;
  /** The bytes of review `i`: from `spans[2 i]` up to but excluding `spans[2 i + 1]`. */
  readonly spans: Uint32Array;
}

/** The id of the review at an ordinal, in UTF-8. An id holds nothing that JSON escapes. */
export function idBytesAt({ document, spans }: ReviewBytes, ordinal: number): Uint8Array {
  const start = (spans[2 * ordinal] ?? 0) + BEFORE_ID;
  return document.subarray(start, document.indexOf(QUOTE, start));
}

/** A number made of the id of the review at an ordinal, 32 bits. */
export function idHashAt({ document, spans }: ReviewBytes, ordinal: number): number {
  return hash(document, (spans[2 * ordinal] ?? 0) + BEFORE_ID);
}

/** A table over the ids in a document. */
export function buildIdTable({ document, spans }: ReviewBytes): IdTable {
  const count = spans.length / 2;
  let size = 16;
  while (size < count * 2) size *= 2;
  const table = new Uint32Array(size);
  for (let ordinal = 0; ordinal < count; ordinal++) {
    let place = idHashAt({ document, spans }, ordinal) & (size - 1);
    while (table[place] !== 0) place = (place + 1) & (size - 1);
    table[place] = ordinal + 1;
  }
  return table;
}

/** The ordinal of `id`, or null; `idAt` returns the id at an ordinal. */
export function findId(table: IdTable, id: string, idAt: (ordinal: number) => string): number | null {
  const mask = table.length - 1;
  for (let place = hash(new TextEncoder().encode(id), 0) & mask; ; place = (place + 1) & mask) {
    const ordinal = (table[place] ?? 0) - 1;
    if (ordinal < 0) return null;
    if (idAt(ordinal) === id) return ordinal;
  }
}

/** FNV-1a, 32 bits, of the bytes up to a quotation mark. */
function hash(bytes: Uint8Array, start: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < bytes.length && bytes[at] !== QUOTE; at++) {
    value = Math.imul(value ^ (bytes[at] ?? 0), 0x01000193);
  }
  return value >>> 0;
}
