/**
 * Walks the reviews that are in several sets at once, newest first.
 *
 * The members of the shortest list are looked up in the other sets: one bit in a bitmap, a galloping step in a list. When
 * all sets are bitmaps they are combined 32 reviews at a time.
 */
import { bitCount, bitmapWords, type ReviewSet } from "./review_sets.ts";

/** Positions in their segment, ascending. */
export interface Walk {
  /** The next position that belongs; -1 after the last. */
  next(): number;
}

/** A walk that can also count the positions it has left. */
export interface CountableWalk extends Walk {
  /** How many are left; the walk is over then. */
  countRest(): number;
}

/**
 * The positions in [`from`, `to`) that are in every one of `sets`; all of them when there are no sets. Quicker with the
 * smaller bitmaps first.
 */
export function intersect(sets: readonly ReviewSet[], from: number, to: number): CountableWalk {
  const bitmaps: Uint32Array[] = [];
  const lists: Uint16Array[] = [];
  for (const set of sets) {
    if (set.kind === "frequent") bitmaps.push(set.bits);
    else lists.push(set.members);
  }
  const [shortest, ...others] = lists.sort((a, b) => a.length - b.length);
  return shortest ? new RareWalk(shortest, others, bitmaps, { from, to }) : new FrequentWalk(bitmaps, from, to);
}

class RareWalk implements CountableWalk {
  #at: number;
  readonly #end: number;
  readonly #members: Uint16Array;
  /** The other lists, each with the place that the walk has reached in it. */
  readonly #lists: readonly { readonly members: Uint16Array; at: number }[];
  readonly #bitmaps: readonly Uint32Array[];

  constructor(
    members: Uint16Array,
    lists: readonly Uint16Array[],
    bitmaps: readonly Uint32Array[],
    { from, to }: { from: number; to: number },
  ) {
    this.#members = members;
    this.#at = gallop(members, 0, from);
    this.#end = gallop(members, this.#at, to);
    this.#lists = lists.map((members) => ({ members, at: 0 }));
    this.#bitmaps = bitmaps;
  }

  next(): number {
    while (this.#at < this.#end) {
      const position = this.#members[this.#at++] ?? 0;
      if (this.#isInOthers(position)) return position;
    }
    return -1;
  }

  countRest(): number {
    if (this.#bitmaps.length === 0 && this.#lists.length === 0) return this.#end - this.#at;
    let count = 0;
    while (this.next() >= 0) count++;
    return count;
  }

  #isInOthers(position: number): boolean {
    for (const bits of this.#bitmaps) if (((bits[position >>> 5] ?? 0) & (1 << (position & 31))) === 0) return false;
    for (const list of this.#lists) {
      list.at = gallop(list.members, list.at, position);
      if (list.members[list.at] !== position) return false;
    }
    return true;
  }
}

class FrequentWalk implements CountableWalk {
  readonly #bitmaps: readonly Uint32Array[];
  readonly #to: number;
  readonly #words: number;
  #word: number;
  /** What is left of the current word. */
  #left: number;

  constructor(bitmaps: readonly Uint32Array[], from: number, to: number) {
    this.#bitmaps = bitmaps;
    this.#to = to;
    this.#words = from < to ? bitmapWords(to) : 0;
    this.#word = from >>> 5;
    this.#left = this.#word < this.#words ? this.#combined(this.#word) & (-1 << (from & 31)) : 0;
  }

  next(): number {
    while (this.#left === 0) {
      if (++this.#word >= this.#words) return -1;
      this.#left = this.#combined(this.#word);
    }
    const lowest = this.#left & -this.#left;
    this.#left ^= lowest;
    return this.#word * 32 + 31 - Math.clz32(lowest);
  }

  countRest(): number {
    let count = bitCount(this.#left);
    while (++this.#word < this.#words) count += bitCount(this.#combined(this.#word));
    this.#left = 0;
    return count;
  }

  #combined(word: number): number {
    let bits = word === this.#to >>> 5 ? ~(-1 << (this.#to & 31)) : -1;
    for (const bitmap of this.#bitmaps) {
      if (bits === 0) break;
      bits &= bitmap[word] ?? 0;
    }
    return bits;
  }
}

/** The first index at or after `from` whose member is at least `position`; the length when there is none. */
function gallop(members: Uint16Array, from: number, position: number): number {
  let low = from;
  let step = 1;
  while (low + step < members.length && (members[low + step] ?? 0) < position) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, members.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((members[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
