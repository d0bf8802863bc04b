/**
 * Sets of reviews of a segment, per term: a bitmap if the term is frequent, else an ascending list. Bitmaps are then
 * smaller, and intersected 32 reviews at a time, which pays for the longer grams of common phrases.
 */
/** Beyond one review in this many a bitmap is the smaller form. */
export const FREQUENT_ONE_IN = 16;

export interface ReviewSetsData {
  readonly counts: Uint32Array;
  /** Place of each term: for a rare one its start in `members`, for a frequent one -1 minus the number of its bitmap. */
  readonly places: Int32Array;
  readonly members: Uint16Array;
  /** 32 reviews a word. */
  readonly bits: Uint32Array;
}

/** Positions in their segment. */
export type ReviewSet =
  | { readonly kind: "frequent"; readonly bits: Uint32Array }
  | { readonly kind: "rare"; readonly members: Uint16Array };

function bitmapWords(size: number): number {
  return (size + 31) >>> 5;
}

export function reviewSet(data: ReviewSetsData, size: number, term: number): ReviewSet {
  const place = data.places[term] ?? 0;
  if (place >= 0) return { kind: "rare", members: data.members.subarray(place, place + (data.counts[term] ?? 0)) };
  const word = (-1 - place) * bitmapWords(size);
  return { kind: "frequent", bits: data.bits.subarray(word, word + bitmapWords(size)) };
}

export function isMember(set: ReviewSet, position: number): boolean {
  if (set.kind === "frequent") return ((set.bits[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0;
  const { members } = set;
  let low = 0;
  let high = members.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((members[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return members[low] === position;
}

/** Filled before they are stored, as many as memory takes at once: storing one by one is ten times as slow. */
const STAGED_WORDS = 16;

export class Bitmaps {
  readonly bits: Uint32Array;
  /** Words of all bitmaps side by side; in `bits` they are far apart. */
  readonly #staged: readonly Uint32Array[];
  readonly #wordCount: number;
  #firstStaged = 0;

  constructor(bitmapCount: number, size: number) {
    this.#wordCount = bitmapWords(size);
    this.#staged = Array.from({ length: STAGED_WORDS }, () => new Uint32Array(bitmapCount));
    this.bits = new Uint32Array(bitmapCount * this.#wordCount);
  }

  /**
   * One word per bitmap; bit `1 << (position & 31)` adds a review. Positions ascend; call {@link store} after the
   * last.
   */
  wordsAt(position: number): Uint32Array {
    const word = position >>> 5;
    if (word - this.#firstStaged >= STAGED_WORDS) {
      this.store();
      for (const words of this.#staged) words.fill(0);
      this.#firstStaged = word;
    }
    return this.#staged[word - this.#firstStaged]!;
  }

  store(): void {
    const { bits } = this;
    const bitmapCount = this.#staged[0]!.length;
    const count = Math.min(STAGED_WORDS, this.#wordCount - this.#firstStaged);
    for (let bitmap = 0; bitmap < bitmapCount; bitmap++) {
      const first = bitmap * this.#wordCount + this.#firstStaged;
      for (let word = 0; word < count; word++) bits[first + word] = this.#staged[word]![bitmap]!;
    }
  }

  /** Adds a position without {@link wordsAt}: as quick for a few hundred bitmaps. */
  add(bitmap: number, position: number): void {
    const place = bitmap * this.#wordCount + (position >>> 5);
    this.bits[place] = (this.bits[place] ?? 0) | (1 << (position & 31));
  }

  fill(bitmap: number, positions: Uint16Array): void {
    const first = bitmap * this.#wordCount;
    for (const position of positions) this.bits[first + (position >>> 5)]! |= 1 << (position & 31);
  }

  count(bitmap: number): number {
    const first = bitmap * this.#wordCount;
    let count = 0;
    for (let word = first; word < first + this.#wordCount; word++) count += bitCount(this.bits[word] ?? 0);
    return count;
  }
}

export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Null when uniting takes more steps than there are reviews: scanning finds common things sooner. */
export function unite(sets: readonly ReviewSet[], size: number): ReviewSet | null {
  const steps = sets.reduce((sum, set) => sum + (set.kind === "frequent" ? set.bits : set.members).length, 0);
  return sets.length > 1 && steps > size ? null : united(sets, size);
}

export function united(sets: readonly ReviewSet[], size: number): ReviewSet {
  const [only] = sets;
  if (only === undefined) return { kind: "rare", members: new Uint16Array(0) };
  if (sets.length === 1) return only;
  const members = sets.flatMap((set) => (set.kind === "rare" ? [set.members] : []));
  const most = members.reduce((sum, { length }) => sum + length, 0);
  if (members.length === sets.length && most * FREQUENT_ONE_IN <= size)
    return { kind: "rare", members: merged(members, most) };
  const bits = new Uint32Array(bitmapWords(size));
  for (const set of sets) {
    if (set.kind === "frequent") addBitmap(bits, set.bits);
    else addMembers(bits, set.members);
  }
  return { kind: "frequent", bits };
}

/** `most` is the sum of the lengths. */
function merged(lists: readonly Uint16Array[], max: number): Uint16Array {
  const all = new Uint16Array(max);
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  all.sort();
  let count = 0;
  for (let at = 0; at < max; at++) if (at === 0 || all[at] !== all[at - 1]) all[count++] = all[at] ?? 0;
  return all.subarray(0, count);
}

/** Reviews in at least `least` of the sets. */
export function inAtLeast(min: number, sets: readonly ReviewSet[], size: number): ReviewSet {
  const bitmaps = sets.map((set) => (set.kind === "frequent" ? set.bits : bitmapOf(set.members, size)));
  const bits = new Uint32Array(bitmapWords(size));
  /** At n: which of 32 reviews are in at least n of the sets so far. */
  const inSoMany = new Int32Array(min + 1);
  for (let word = 0; word < bits.length; word++) {
    inSoMany.fill(0);
    inSoMany[0] = -1;
    for (const bitmap of bitmaps) {
      const own = bitmap[word] ?? 0;
      for (let many = min; many > 0; many--) inSoMany[many] = (inSoMany[many] ?? 0) | ((inSoMany[many - 1] ?? 0) & own);
    }
    bits[word] = inSoMany[min] ?? 0;
  }
  return { kind: "frequent", bits };
}

export function bitmapOf(members: Uint16Array, size: number): Uint32Array {
  const bits = new Uint32Array(bitmapWords(size));
  addMembers(bits, members);
  return bits;
}

function addBitmap(bits: Uint32Array, added: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] ?? 0) | (added[word] ?? 0);
}

function addMembers(bits: Uint32Array, members: Uint16Array): void {
  for (const member of members) bits[member >>> 5] = (bits[member >>> 5] ?? 0) | (1 << (member & 31));
}

/**
 * Ascending lists that grow concurrently: chains of small chunks in one pool. A handle is the position of the last
 * member, 0 for an empty list.
 */

const CHUNK_BITS = 5;
const CHUNK_SIZE = 1 << CHUNK_BITS;
const IN_CHUNK = CHUNK_SIZE - 1;

export class MemberLists {
  /** The first chunk is unused, so that no member is at 0. */
  private pool: Uint16Array<ArrayBuffer>;
  /** Per chunk the last place of the one before it in its list, 0 for the first. */
  private before: Uint32Array<ArrayBuffer>;
  private chunks = 1;

  /** Initial room. */
  constructor(expected: number) {
    const chunks = 1024 + Math.ceil(expected / CHUNK_SIZE);
    this.pool = new Uint16Array(chunks * CHUNK_SIZE);
    this.before = new Uint32Array(chunks);
  }

  /** Ignores a member that is the last already; returns the new handle. */
  add(list: number, member: number): number {
    if (list === 0) return this.addToNewChunk(list, member);
    if (this.pool[list] === member) return list;
    const next = list + 1;
    if ((next & IN_CHUNK) === 0) return this.addToNewChunk(list, member);
    this.pool[next] = member;
    return next;
  }

  count(list: number): number {
    let count = 0;
    for (let last = list; last !== 0; last = this.before[last >>> CHUNK_BITS] ?? 0) count += (last & IN_CHUNK) + 1;
    return count;
  }

  /** The last member goes before `end`. */
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

// Members of the shortest list are looked up in the other sets; bitmaps alone are combined 32 reviews at a time.

export interface Walk {
  /** Ascending positions; -1 after the last. */
  next(): number;
}

export interface CountableWalk extends Walk {
  /** The walk is over then. */
  countRest(): number;
}

/** Positions of [`from`, `to`) in all `sets`, of all without sets. Quicker with the smaller bitmaps first. */
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
  /** Lists with the place reached in each. */
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
  /** Remaining bits of the current word. */
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

/** The first index at or after `from` whose member is at least `position`, or the length. */
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
