/**
 * Sets of reviews of one segment, one per term: a bitmap where a term is frequent, an ascending list where it is rare.
 *
 * A bitmap of a frequent term is smaller than its list, and bitmaps are intersected 32 reviews at a time; together that
 * pays for the longer grams that keep phrases of common words cheap.
 *
 * @module
 */

/** A term is frequent when more than one review in this many has it: the bitmap is then the smaller form. */
export const FREQUENT_ONE_IN = 16;

/** One set of reviews per term, packed into typed arrays: frequent terms as bitmaps, rare ones as lists. */
export interface ReviewSetsData {
  /** How many reviews have each term. */
  readonly counts: Uint32Array;
  /** Of a rare term where its list begins in `members`; of a frequent one minus one minus the number of its bitmap. */
  readonly places: Int32Array;
  readonly members: Uint16Array;
  /** Bitmaps one after the other, 32 reviews a word. */
  readonly bits: Uint32Array;
}

/** Positions of reviews in their segment. */
export type ReviewSet =
  | { readonly kind: "frequent"; readonly bits: Uint32Array }
  | { readonly kind: "rare"; readonly members: Uint16Array };

/** Number of 32-bit words in a bitmap of `size` bits. */
export function wordsFor(size: number): number {
  return (size + 31) >>> 5;
}

/** The set of one term among those of a segment of `size` reviews. */
export function reviewSet(data: ReviewSetsData, size: number, term: number): ReviewSet {
  const place = data.places[term] ?? 0;
  if (place >= 0) return { kind: "rare", members: data.members.subarray(place, place + (data.counts[term] ?? 0)) };
  const word = (-1 - place) * wordsFor(size);
  return { kind: "frequent", bits: data.bits.subarray(word, word + wordsFor(size)) };
}

/** Whether the review at a position is in a set. */
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

/** Words filled before they are stored: as many as memory takes at once, for storing one by one is ten times as slow. */
const STAGED_WORDS = 16;

/** Fills the bitmaps of a segment review by review. */
export class Bitmaps {
  readonly bits: Uint32Array;
  /** The words being filled, those of all bitmaps side by side; in `bits` they are far apart. */
  readonly #staged: readonly Uint32Array[];
  readonly #wordCount: number;
  #firstStaged = 0;

  constructor(bitmapCount: number, size: number) {
    this.#wordCount = wordsFor(size);
    this.#staged = Array.from({ length: STAGED_WORDS }, () => new Uint32Array(bitmapCount));
    this.bits = new Uint32Array(bitmapCount * this.#wordCount);
  }

  /**
   * The words, one per bitmap, in which the bit `1 << (position & 31)` puts a review into the bitmap. Positions ascend
   * from call to call; after the last one comes {@link store}.
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

  /** Takes over what has been filled. */
  store(): void {
    const { bits } = this;
    const bitmapCount = this.#staged[0]!.length;
    const count = Math.min(STAGED_WORDS, this.#wordCount - this.#firstStaged);
    for (let bitmap = 0; bitmap < bitmapCount; bitmap++) {
      const first = bitmap * this.#wordCount + this.#firstStaged;
      for (let word = 0; word < count; word++) bits[first + word] = this.#staged[word]![bitmap]!;
    }
  }

  /** Puts a review into a bitmap, without {@link wordsAt}: as quick where there are no more than some hundred bitmaps. */
  add(bitmap: number, position: number): void {
    const place = bitmap * this.#wordCount + (position >>> 5);
    this.bits[place] = (this.bits[place] ?? 0) | (1 << (position & 31));
  }

  /** Puts the reviews at these positions into a bitmap, without {@link wordsAt}. */
  fill(bitmap: number, positions: Uint16Array): void {
    const first = bitmap * this.#wordCount;
    for (const position of positions) this.bits[first + (position >>> 5)]! |= 1 << (position & 31);
  }

  /** How many reviews a bitmap holds. */
  count(bitmap: number): number {
    const first = bitmap * this.#wordCount;
    let count = 0;
    for (let word = first; word < first + this.#wordCount; word++) count += bitCount(this.bits[word] ?? 0);
    return count;
  }
}

/** Number of bits set in a 32-bit word. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
