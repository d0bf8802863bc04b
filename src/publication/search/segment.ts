/**
 * Finds matches within one segment.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type SegmentData, updatedSince } from "./build_segment.ts";
import { type FoldedTexts, wordEnd } from "./folded_texts.ts";
import { type GramLexiconData, gramsOfNeedle, type NeedleGrams } from "./grams.ts";
import { type CountableWalk, intersect, type Walk } from "./intersection.ts";
import { isMember, type ReviewSet, type ReviewSetsData, reviewSet, unite } from "./review_sets.ts";
import { Words } from "./words.ts";

/** What a match within a segment must have. Positions [`from`, `to`) are counted within the segment. */
interface SegmentQuery {
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

/** Grams looked up per needle, rarest first; more of them cost more than the candidates they would rule out. */
const MOST_GRAMS = 8;
/** Looking into so few texts takes less than ruling them out by another gram. */
const FEW_CANDIDATES = 1;
/** With fewer candidates, looking into each text is quicker than looking through all words. */
const MANY_CANDIDATES = 128;
/** Unions of sets that are kept for later searches, which mostly ask for the same words: 8 kB each in the largest segment. */
const MOST_REMEMBERED = 256;

/** Holds for a review that is in all `sets` and passes `check`, which is given its position in the segment. */
interface Criterion {
  readonly sets: readonly ReviewSet[];
  /** Null where the sets alone decide. */
  readonly check: ((position: number) => boolean) | null;
}

/** How the words of a search must occur. */
type WordPlace =
  /** A word of text or title begins with it. */
  | "begins"
  /** It is a word of text or title. */
  | "whole"
  /** A word of the title begins with it. */
  | "title";

/** The criteria of one segment. */
class Criteria {
  readonly #data: SegmentData;
  readonly #texts: FoldedTexts;
  readonly #words: { readonly all: Words; readonly titles: Words } | null;
  readonly #remembered = new Map<string, ReviewSet | null>();
  #latest: LatestNeedle | null = null;

  constructor(data: SegmentData, texts: FoldedTexts) {
    this.#data = data;
    this.#texts = texts;
    this.#words = data.words && {
      all: new Words(data.words.all, data.size),
      titles: new Words(data.words.titles, data.size),
    };
  }

  /** Reviews with a word; `word` is folded and encoded. */
  word(word: Uint8Array, place: WordPlace): Criterion {
    const set = this.#wordSet(word, place);
    if (set !== null) return { sets: [set], check: null };
    const how = { isWhole: place === "whole", inTitle: place === "title" };
    return { sets: [], check: (position) => this.#texts.hasWord(this.#data.first + position, word, how) };
  }

  /**
   * Reviews that contain a needle, folded and encoded; "scan" where the quickest is to look through all the texts.
   * `candidates` is about how many reviews the other criteria leave.
   */
  needle(needle: Uint8Array, candidates: number): Criterion | "scan" {
    const { grams, size } = this.#data;
    if (grams === null) return "scan";
    const found = this.#gramsOf(needle, grams.lexicon);
    switch (found.kind) {
      case "absent":
        return { sets: [NO_REVIEWS], check: null };
      case "gram":
        return { sets: [reviewSet(grams.sets, size, found.gram)], check: null };
      case "all":
        return (
          this.#insideWords(needle, { ...grams, needleGrams: found.grams, candidates }) ??
          this.#byGrams(needle, grams.sets, found.grams)
        );
      case "any": {
        const united = this.#unionOf("any", needle, () => {
          const toUnite = Array.from({ length: found.end - found.first }, (_, at) => found.first + at);
          return unite(
            toUnite.map((gram) => reviewSet(grams.sets, size, gram)),
            size,
          );
        });
        return united === null ? "scan" : { sets: [united], check: null };
      }
    }
  }

  /** The union of some sets for a needle or word; remembered, the latest ones. */
  #unionOf(kind: string, bytes: Uint8Array, unite: () => ReviewSet | null): ReviewSet | null {
    const key = `${kind} ${latin1(bytes)}`;
    const known = this.#remembered.get(key);
    const set = known === undefined ? unite() : known;
    this.#remembered.delete(key);
    this.#remembered.set(key, set);
    if (this.#remembered.size > MOST_REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value ?? "");
    return set;
  }

  #wordSet(word: Uint8Array, place: WordPlace): ReviewSet | null {
    if (this.#words === null) return null;
    if (place === "whole") return this.#words.all.equalTo(word);
    const words = this.#words[place === "title" ? "titles" : "all"];
    return this.#unionOf(place, word, () => words.beginningWith(word));
  }

  /** A needle without a gap can only be inside of a word, so the words that contain it decide. */
  #insideWords(needle: Uint8Array, { sets, needleGrams, candidates }: WordSearch): Criterion | null {
    const words = this.#words;
    if (words === null || wordEnd(needle, 0, needle.length) < needle.length) return null;
    const { size } = this.#data;
    const rarest = needleGrams.reduce((least, gram) => Math.min(least, sets.counts[gram] ?? 0), size);
    if ((rarest * candidates) / size < MANY_CANDIDATES) return null;
    const set = this.#unionOf("inside", needle, () => words.all.containing(needle));
    return set && { sets: [set], check: null };
  }

  /** The grams of a needle, which may be asked for several times in a row: see `search_hints.ts`. */
  #gramsOf(needle: Uint8Array, lexicon: GramLexiconData): NeedleGrams {
    if (this.#latest?.needle !== needle) {
      this.#latest = { needle, found: gramsOfNeedle(lexicon, needle), criterion: null };
    }
    return this.#latest.found;
  }

  #byGrams(needle: Uint8Array, sets: ReviewSetsData, grams: readonly number[]): Criterion {
    const known = this.#latest?.needle === needle ? this.#latest.criterion : null;
    if (known !== null) return known;
    const criterion = {
      sets: decisiveGrams(grams, sets, this.#data.size).map((gram) => reviewSet(sets, this.#data.size, gram)),
      check: (position: number) => this.#texts.contains(this.#data.first + position, needle),
    };
    if (this.#latest?.needle === needle) this.#latest.criterion = criterion;
    return criterion;
  }
}

/**
 * The rarest grams, as many as it takes to leave hardly a candidate. Grams of one needle mostly come together, so each is
 * taken to rule out less than it would by itself.
 */
function decisiveGrams(grams: readonly number[], { counts }: ReviewSetsData, size: number): number[] {
  const ordered = [...new Set(grams)].sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
  let expected = size;
  let taken = 0;
  while (taken < Math.min(MOST_GRAMS, ordered.length) && expected > FEW_CANDIDATES) {
    const share = (counts[ordered[taken] ?? 0] ?? 0) / size;
    expected *= taken === 0 ? share : Math.sqrt(share);
    taken++;
  }
  return ordered.slice(0, taken);
}

/** What was found out about the needle that was asked for last; known by its identity. */
interface LatestNeedle {
  readonly needle: Uint8Array;
  readonly found: NeedleGrams;
  criterion: Criterion | null;
}

interface WordSearch {
  readonly sets: ReviewSetsData;
  readonly needleGrams: readonly number[];
  readonly candidates: number;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Whether a review satisfies all of some criteria. */
function satisfies(criteria: readonly Criterion[], position: number): boolean {
  return criteria.every(
    ({ sets, check }) => sets.every((set) => isMember(set, position)) && (check === null || check(position)),
  );
}

const NO_REVIEWS: ReviewSet = { kind: "rare", members: new Uint16Array(0) };
