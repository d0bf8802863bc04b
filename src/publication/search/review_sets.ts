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

export interface ReviewSetsData {
  /** How many reviews have each term. */
  readonly counts: Uint32Array;
  /** Where the set of each term begins: in `bits` (32 reviews a word) if frequent, else in `members`. */
  readonly places: Uint32Array;
  readonly bits: Uint32Array;
  readonly members: Uint16Array;
}

/** Positions of reviews in their segment. */
export type ReviewSet =
  | { readonly kind: "frequent"; readonly count: number; readonly bits: Uint32Array }
  | { readonly kind: "rare"; readonly count: number; readonly members: Uint16Array };

export function wordsFor(size: number): number {
  return (size + 31) >>> 5;
}

/** The set of one term among those of a segment of `size` reviews. */
export function reviewSet(data: ReviewSetsData, size: number, term: number): ReviewSet {
  const count = data.counts[term]!;
  const place = data.places[term]!;
  return count * FREQUENT_ONE_IN > size
    ? { kind: "frequent", count, bits: data.bits.subarray(place, place + wordsFor(size)) }
    : { kind: "rare", count, members: data.members.subarray(place, place + count) };
}

/** Fills the sets of a segment once it is known how many reviews each term has. */
export class ReviewSetsBuilder {
  readonly data: ReviewSetsData;
  readonly #size: number;
  /** Where the next member of each rare term goes. */
  readonly #ends: Uint32Array;

  constructor(size: number, counts: Uint32Array) {
    this.#size = size;
    const places = new Uint32Array(counts.length);
    let words = 0;
    let members = 0;
    for (let term = 0; term < counts.length; term++) {
      const isFrequent = counts[term]! * FREQUENT_ONE_IN > size;
      places[term] = isFrequent ? words : members;
      if (isFrequent) words += wordsFor(size);
      else members += counts[term]!;
    }
    this.#ends = places.slice();
    this.data = { counts, places, bits: new Uint32Array(words), members: new Uint16Array(members) };
  }

  /** Puts a review into the set of a term. Called once per pair, positions ascending. */
  add(term: number, position: number): void {
    const { counts, bits, members } = this.data;
    if (counts[term]! * FREQUENT_ONE_IN > this.#size)
      bits[this.#ends[term]! + (position >>> 5)]! |= 1 << (position & 31);
    else members[this.#ends[term]!++] = position;
  }
}
