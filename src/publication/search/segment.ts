/**
 * Finds matches within one segment.
 *
 * @module
 */
import type { SegmentData } from "./build_segment.ts";
import { Criteria, type Criterion, satisfies } from "./criteria.ts";
import type { FoldedTexts } from "./folded_texts.ts";
import { type CountableWalk, intersect, type Walk } from "./intersection.ts";
import { type ReviewSet, reviewSet } from "./review_sets.ts";
import { updatedSince } from "./updates.ts";

/** What a match within a segment must have. Positions [`from`, `to`) are counted within the segment. */
export interface SegmentQuery {
  readonly terms: readonly number[];
  /** Changed at this instant or later, seconds since the epoch; null when any will do. */
  readonly updatedSince: number | null;
  /** Folded; null when any text will do. */
  readonly needle: Uint8Array | null;
  /** Each begins a word of text or title; folded. */
  readonly words: readonly Uint8Array[];
  /** Only matches this relevant to `asked`. */
  readonly relevance?: Relevance | undefined;
  readonly from: number;
  readonly to: number;
}

/** How relevant a review is to words: 0 when its title has them all, 1 when it has them as whole words, 2 otherwise. */
export interface Relevance {
  readonly grade: number;
  /** Folded. */
  readonly words: readonly Uint8Array[];
}

/** How many grades of relevance there are. */
export const RELEVANCE_GRADES = 3;

/** Candidates within a segment, and whether they still need verification. */
export type SegmentMatches =
  /** The sets alone decide. */
  | { readonly kind: "countable"; readonly walk: CountableWalk }
  /** Each candidate is looked at. */
  | { readonly kind: "verified"; readonly walk: Walk };

/** Searches one segment. */
export class Segment {
  readonly first: number;
  readonly size: number;
  readonly #data: SegmentData;
  readonly #texts: FoldedTexts;
  readonly #criteria: Criteria;
  /** Views of the filters' sets, each made when it is first asked for. */
  readonly #filterSets: ReviewSet[] = [];

  constructor(data: SegmentData, texts: FoldedTexts) {
    this.first = data.first;
    this.size = data.size;
    this.#data = data;
    this.#texts = texts;
    this.#criteria = new Criteria(data, texts);
  }

  match(query: SegmentQuery): SegmentMatches {
    const { from, to, needle, relevance } = query;
    if (from >= to) return { kind: "countable", walk: intersect([], to, to) };
    const criteria = this.#filtersOf(query);
    const ruledOut: (readonly Criterion[])[] = [];
    if (relevance !== undefined) {
      const grades = this.#gradesOf(relevance.words);
      criteria.push(...(grades[relevance.grade] ?? []));
      ruledOut.push(...grades.slice(0, relevance.grade));
    }
    const held = needle === null ? null : this.#criteria.needle(needle, this.#expected(query));
    if (held !== null && held !== "scan") criteria.push(held);
    const walk = intersect(
      criteria.flatMap(({ sets }) => sets),
      from,
      to,
    );
    const checks = criteria.flatMap(({ check }) => (check === null ? [] : [check]));
    for (const better of ruledOut) checks.push((position) => !satisfies(better, position));
    const candidates = needle !== null && held === "scan" ? this.#scan(needle, walk, to) : walk;
    if (candidates === walk && checks.length === 0) return { kind: "countable", walk };
    return { kind: "verified", walk: checks.length === 0 ? candidates : checked(candidates, checks) };
  }

  #filtersOf({ terms, updatedSince: since, words }: SegmentQuery): Criterion[] {
    const sets = terms.map((term) => this.#filterSet(term));
    if (since !== null) sets.push(updatedSince(this.#data.updates, since));
    return [{ sets, check: null }, ...words.map((word) => this.#criteria.word(word, "begins"))];
  }

  #filterSet(term: number): ReviewSet {
    const set = this.#filterSets[term] ?? reviewSet(this.#data.filters, this.size, term);
    this.#filterSets[term] = set;
    return set;
  }

  /** About how many reviews have all the terms, as if these were independent of each other. */
  #expected({ terms, from, to }: SegmentQuery): number {
    const { counts } = this.#data.filters;
    return terms.reduce((count, term) => (count * (counts[term] ?? 0)) / this.size, to - from);
  }

  /** What each grade but the last asks for. */
  #gradesOf(words: readonly Uint8Array[]): Criterion[][] {
    return (["title", "whole"] as const).map((place) => words.map((word) => this.#criteria.word(word, place)));
  }

  /** Those of the candidates whose text contains the needle, found by looking through all texts. */
  #scan(needle: Uint8Array, allowed: Walk, to: number): Walk {
    let candidate = allowed.next();
    let found = -1;
    const next = () => {
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
    };
    return { next };
  }
}

/** Those of the candidates that pass every check. */
function checked(candidates: Walk, checks: readonly ((position: number) => boolean)[]): Walk {
  const [only] = checks;
  const passes =
    only !== undefined && checks.length === 1 ? only : (position: number) => checks.every((check) => check(position));
  const next = () => {
    for (let position = candidates.next(); position >= 0; position = candidates.next()) {
      if (passes(position)) return position;
    }
    return -1;
  };
  return { next };
}
