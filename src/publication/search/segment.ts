/**
 * Finds matches within one segment.
 *
 * @module
 */
import type { SegmentData } from "./build_segment.ts";
import type { FoldedTexts } from "./folded_texts.ts";
import { gramsOfNeedle } from "./gram_lexicon.ts";
import { type CountableWalk, intersect, type Walk } from "./intersection.ts";
import { type ReviewSet, type ReviewSetsData, reviewSet, wordsFor } from "./review_sets.ts";

/** Grams looked up per needle, rarest first; more of them cost more than the candidates they would rule out. */
const MOST_GRAMS = 8;

/** What a match within a segment must have. Positions [`from`, `to`) are counted within the segment. */
export interface SegmentQuery {
  readonly terms: readonly number[];
  /** Folded; null when any text will do. */
  readonly needle: Uint8Array | null;
  readonly from: number;
  readonly to: number;
}

/** Candidates within a segment, and whether they still need verification. */
export type SegmentMatches =
  /** The sets alone decide. */
  | { readonly kind: "countable"; readonly walk: CountableWalk }
  /** Each candidate's text is looked into. */
  | { readonly kind: "verified"; readonly walk: Walk };

/** Searches one segment. */
export class Segment {
  readonly first: number;
  readonly size: number;
  readonly #data: SegmentData;
  readonly #texts: FoldedTexts;

  constructor(data: SegmentData, texts: FoldedTexts) {
    this.first = data.first;
    this.size = data.size;
    this.#data = data;
    this.#texts = texts;
  }

  match({ terms, needle, from, to }: SegmentQuery): SegmentMatches {
    if (from >= to) return countable([], from, to);
    const filters = terms.map((term) => reviewSet(this.#data.filters, this.size, term));
    if (needle === null) return countable(filters, from, to);
    const { grams } = this.#data;
    if (grams === null) return this.#scan(needle, filters, from, to);
    const found = gramsOfNeedle(grams.lexicon, needle);
    switch (found.kind) {
      case "absent":
        return countable([], to, to);
      case "gram":
        return countable([...filters, reviewSet(grams.sets, this.size, found.gram)], from, to);
      case "all": {
        const sets = this.#rarest(grams.sets, found.grams);
        return this.#verify(needle, intersect([...filters, ...sets], from, to));
      }
      case "any": {
        const united = unite(grams.sets, this.size, found.first, found.end);
        return united ? countable([...filters, united], from, to) : this.#scan(needle, filters, from, to);
      }
    }
  }

  #rarest(sets: ReviewSetsData, grams: readonly number[]): ReviewSet[] {
    const ordered = [...new Set(grams)].sort((a, b) => sets.counts[a]! - sets.counts[b]!);
    return ordered.slice(0, MOST_GRAMS).map((gram) => reviewSet(sets, this.size, gram));
  }

  /** Those of the candidates whose text has the needle. */
  #verify(needle: Uint8Array, candidates: Walk): SegmentMatches {
    return verified(() => {
      for (let position = candidates.next(); position >= 0; position = candidates.next()) {
        if (this.#texts.contains(this.first + position, needle)) return position;
      }
      return -1;
    });
  }

  /** The reviews whose text has the needle, found by looking through all texts, as far as they are in all of `filters`. */
  #scan(needle: Uint8Array, filters: readonly ReviewSet[], from: number, to: number): SegmentMatches {
    const allowed = intersect(filters, from, to);
    let candidate = allowed.next();
    let found = -1;
    return verified(() => {
      while (candidate >= 0) {
        if (found < candidate) {
          found = this.#texts.next(needle, this.first + candidate, this.first + to) - this.first;
          if (found < 0) return -1;
        }
        const position = candidate;
        candidate = allowed.next();
        if (position === found) return position;
      }
      return -1;
    });
  }
}

function countable(sets: readonly ReviewSet[], from: number, to: number): SegmentMatches {
  return { kind: "countable", walk: intersect(sets, from, to) };
}

function verified(next: () => number): SegmentMatches {
  return { kind: "verified", walk: { next } };
}

/**
 * The reviews in any of some neighbouring sets; null when uniting these takes more steps than there are reviews: a needle
 * that common is found sooner by looking for it.
 */
function unite(sets: ReviewSetsData, size: number, first: number, end: number): ReviewSet | null {
  const toUnite = Array.from({ length: end - first }, (_, at) => reviewSet(sets, size, first + at));
  const steps = toUnite.reduce((sum, set) => sum + (set.kind === "frequent" ? set.bits : set.members).length, 0);
  if (steps > size) return null;
  const bits = new Uint32Array(wordsFor(size));
  for (const set of toUnite) {
    if (set.kind === "frequent") addBitmap(bits, set.bits);
    else addMembers(bits, set.members);
  }
  return { kind: "frequent", bits };
}

function addBitmap(bits: Uint32Array, added: Uint32Array): void {
  for (let word = 0; word < bits.length; word++) bits[word]! |= added[word]!;
}

function addMembers(bits: Uint32Array, members: Uint16Array): void {
  for (let at = 0; at < members.length; at++) bits[members[at]! >>> 5]! |= 1 << (members[at]! & 31);
}
