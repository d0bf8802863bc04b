/**
 * Finds a review by its id without keeping a hundred thousand strings: a hash table of ordinals in one typed array.
 *
 * @module
 */

/** Ordinals + 1 by hash of the id, open addressing; 0 marks a free place. The length is a power of two. */
export type IdTable = Uint32Array<ArrayBuffer>;

/** A table over ids in order of their ordinals. */
export function buildIdTable(ids: readonly string[]): IdTable {
  let size = 16;
  while (size < ids.length * 2) size *= 2;
  const table = new Uint32Array(size);
  for (const [ordinal, id] of ids.entries()) {
    let place = hash(id) & (size - 1);
    while (table[place] !== 0) place = (place + 1) & (size - 1);
    table[place] = ordinal + 1;
  }
  return table;
}

/** The ordinal of `id`, or null; `idAt` returns the id at an ordinal. */
export function findId(table: IdTable, id: string, idAt: (ordinal: number) => string): number | null {
  const mask = table.length - 1;
  for (let place = hash(id) & mask; ; place = (place + 1) & mask) {
    const ordinal = (table[place] ?? 0) - 1;
    if (ordinal < 0) return null;
    if (idAt(ordinal) === id) return ordinal;
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
