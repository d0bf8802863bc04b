/**
 * Finds a review by its id without keeping a hundred thousand strings: a hash table of ordinals in one typed array.
 *
 * @module
 */

/** Ordinals + 1 by hash of the id, open addressing; 0 marks a free place. The length is a power of two. */
export type IdTable = Uint32Array;

/** A number made of an id, which is ASCII: FNV-1a, 32 bits. */
export function idHash(id: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) value = Math.imul(value ^ id.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** A table over ids, by the hash of each. */
export function buildIdTable(hashes: Uint32Array): IdTable {
  let size = 16;
  while (size < hashes.length * 2) size *= 2;
  const table = new Uint32Array(new SharedArrayBuffer(size * Uint32Array.BYTES_PER_ELEMENT));
  for (let ordinal = 0; ordinal < hashes.length; ordinal++) {
    let place = (hashes[ordinal] ?? 0) & (size - 1);
    while (table[place] !== 0) place = (place + 1) & (size - 1);
    table[place] = ordinal + 1;
  }
  return table;
}

/** The ordinal of `id`, or null; `idAt` returns the id at an ordinal. */
export function findId(table: IdTable, id: string, idAt: (ordinal: number) => string): number | null {
  const mask = table.length - 1;
  for (let place = idHash(id) & mask; ; place = (place + 1) & mask) {
    const ordinal = (table[place] ?? 0) - 1;
    if (ordinal < 0) return null;
    if (idAt(ordinal) === id) return ordinal;
  }
}
