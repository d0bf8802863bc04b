/**
 * Many ascending lists of 16-bit numbers that grow concurrently, each to an unknown length.
 *
 * A list is a chain of small chunks in one pool. Its handle is the position of its last member, 0 for the empty list.
 *
 * @module
 */

const CHUNK_BITS = 5;
const CHUNK_SIZE = 1 << CHUNK_BITS;
const IN_CHUNK = CHUNK_SIZE - 1;

/** A pool of append-only lists. */
export class MemberLists {
  /** The first chunk is unused, so that no member is at 0. */
  private pool: Uint16Array<ArrayBuffer>;
  /** For each chunk the last place of the chunk before it in its list, 0 for the first. */
  private before: Uint32Array<ArrayBuffer>;
  private chunks = 1;

  /** Room for about `expected` members in all spares growing; there may be more. */
  constructor(expected: number) {
    const chunks = 1024 + Math.ceil(expected / CHUNK_SIZE);
    this.pool = new Uint16Array(chunks * CHUNK_SIZE);
    this.before = new Uint32Array(chunks);
  }

  /** Adds a member to a list unless it is its last already; returns where the list ends now. */
  add(list: number, member: number): number {
    if (list === 0) return this.addToNewChunk(list, member);
    if (this.pool[list] === member) return list;
    const next = list + 1;
    if ((next & IN_CHUNK) === 0) return this.addToNewChunk(list, member);
    this.pool[next] = member;
    return next;
  }

  /** How many members a list has. */
  count(list: number): number {
    let count = 0;
    for (let last = list; last !== 0; last = this.before[last >>> CHUNK_BITS] ?? 0) count += (last & IN_CHUNK) + 1;
    return count;
  }

  /** Writes the members of a list into `target`, the last one before `end`. */
  copyTo(target: Uint16Array, end: number, list: number): void {
    const { pool, before } = this;
    let at = end;
    for (let last = list; last !== 0; last = before[last >>> CHUNK_BITS] ?? 0) {
      const first = last & ~IN_CHUNK;
      for (let place = last; place >= first; place--) target[--at] = pool[place] ?? 0;
    }
  }

  private addToNewChunk(list: number, member: number): number {
    if (this.chunks === this.before.length) this.enlarge();
    const chunk = this.chunks++;
    this.before[chunk] = list;
    this.pool[chunk << CHUNK_BITS] = member;
    return chunk << CHUNK_BITS;
  }

  private enlarge(): void {
    const chunks = Math.ceil(this.before.length * 1.25);
    this.pool = new Uint16Array(this.pool.buffer.transfer(chunks * CHUNK_SIZE * Uint16Array.BYTES_PER_ELEMENT));
    this.before = new Uint32Array(this.before.buffer.transfer(chunks * Uint32Array.BYTES_PER_ELEMENT));
  }
}
