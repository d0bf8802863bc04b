import { Buffer } from "node:buffer";
import { Memo } from "../../memo.ts";
import { type SegmentData, updatedSince } from "./build_search_index.ts";
import { type FoldedTexts, wantedWords, wordEnd } from "./folded_texts.ts";
import { type GramLexiconData, gramsOfNeedle, type NeedleGrams } from "./grams.ts";
import type { MeantWords } from "./meaning.ts";
import {
  type CountableWalk,
  inAtLeast,
  intersect,
  isMember,
  type ReviewSet,
  type ReviewSetsData,
  reviewSet,
  unite,
  united,
  type Walk,
} from "./review_sets.ts";
import { type MeantWord, Vocabulary } from "./vocabulary.ts";

/** Positions [`from`, `to`) are counted within the segment. */
export interface SegmentQuery {
  readonly terms: readonly number[];
  /** Time in seconds; null for any. */
  readonly updatedSince: number | null;
  /** Folded; null for any. */
  readonly needle: Uint8Array | null;
  readonly words: MeantWords | null;
  readonly relevance?: Relevance | undefined;
  readonly from: number;
  readonly to: number;
}

/** A grade holds the reviews of no better one. */
interface Relevance {
  /** The most relevant is 0. */
  readonly grade: number;
  readonly words: MeantWords;
}

/** See `grades`; the last is the rest. */
export const RELEVANCE_GRADES = 5;

export type SegmentMatches =
  | { readonly kind: "countable"; readonly walk: CountableWalk }
  /** Each candidate is looked at. */
  | { readonly kind: "verified"; readonly walk: Walk };

export class Segment {
  readonly first: number;
  readonly size: number;
  readonly #data: SegmentData;
  readonly #texts: FoldedTexts;
  readonly #criteria: Criteria;
  /** Made when first asked for. */
  readonly #filterSets: ReviewSet[] = [];

  constructor(data: SegmentData, texts: FoldedTexts) {
    this.first = data.first;
    this.size = data.size;
    this.#data = data;
    this.#texts = texts;
    this.#criteria = new Criteria(data, texts, (term) => this.#filterSet(term));
  }

  get vocabulary(): Vocabulary {
    return this.#criteria.vocabulary;
  }

  match(query: SegmentQuery): SegmentMatches {
    const { from, to, needle, relevance } = query;
    if (from >= to) return { kind: "countable", walk: intersect([], to, to) };
    const criteria = this.#filtersOf(query);
    const ruledOut: Criterion[] = [];
    if (relevance !== undefined) {
      const grades = this.#criteria.grades(relevance.words);
      criteria.push(...grades.slice(relevance.grade, relevance.grade + 1));
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
    if (words !== null) sets.push(...this.#criteria.words(words, "meant"));
    return [{ sets, check: null }];
  }

  #filterSet(term: number): ReviewSet {
    const set = this.#filterSets[term] ?? reviewSet(this.#data.filters, this.size, term);
    this.#filterSets[term] = set;
    return set;
  }

  /** Expected number of matches if the terms were independent of each other. */
  #expected({ terms, from, to }: SegmentQuery): number {
    const { counts } = this.#data.filters;
    return terms.reduce((count, term) => (count * (counts[term] ?? 0)) / this.size, to - from);
  }

  /** Finds a needle by scanning texts. */
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

/** Rarest first; more would cost more than they rule out. */
const MAX_GRAMS = 8;
/** Looking into so few texts costs less than another gram. */
const FEW_CANDIDATES = 1;
/** Number of candidates below which examining texts is quicker than examining all words. */
const MANY_CANDIDATES = 128;
/** Beyond it the newest are shown first anyway. */
const MAX_LOOKED_AT = 1024;
/** Later searches mostly ask for the same words; 8 kB each in the largest segment. */
const MAX_REMEMBERED = 256;

/** `check` gets the position in the segment. */
interface Criterion {
  readonly sets: readonly ReviewSet[];
  /** Null where the sets decide. */
  readonly check: ((position: number) => boolean) | null;
}

/** Whatever it means, itself in a title, itself anywhere, or one of its forms. */
type WordForms = "meant" | "title" | "whole" | "form";

class Criteria {
  readonly #data: SegmentData;
  readonly #texts: FoldedTexts;
  readonly #filterSet: (term: number) => ReviewSet;
  #vocabulary: Vocabulary | null = null;
  readonly #unions = new Memo<ReviewSet | null>(MAX_REMEMBERED);
  /** Sets by the word or words that they belong to, which the index caches. */
  readonly #sets = new WeakMap<object, Partial<Record<WordForms, ReviewSet>>>();
  readonly #grades = new WeakMap<MeantWords, readonly Criterion[]>();
  #latest: LatestNeedle | null = null;

  constructor(data: SegmentData, texts: FoldedTexts, filterSet: (term: number) => ReviewSet) {
    this.#data = data;
    this.#texts = texts;
    this.#filterSet = filterSet;
  }

  get vocabulary(): Vocabulary {
    const { size, words } = this.#data;
    this.#vocabulary ??= new Vocabulary(words, size);
    return this.#vocabulary;
  }

  /**
   * All grades but the last: the words as asked for, near each other (a single one: in the title); near each other in
   * any form; anywhere as asked for; anywhere in any form.
   */
  grades(asked: MeantWords): readonly Criterion[] {
    const known = this.#grades.get(asked);
    if (known !== undefined) return known;
    const meant = this.words(asked, "meant");
    const whole = this.words(asked, "whole");
    const ofSets = (sets: readonly ReviewSet[]) => ({ sets, check: null });
    const near = asked.needed < 2 ? ofSets([NO_REVIEWS]) : { sets: meant, check: this.#near(asked, meant) };
    const first = asked.needed < 2 ? ofSets(this.words(asked, "title")) : { ...near, sets: [...meant, ...whole] };
    const grades = [first, near, ofSets(whole), ofSets(this.words(asked, "form"))];
    this.#grades.set(asked, grades);
    return grades;
  }

  /** Their intersection has as many of the words as are needed. */
  words(asked: MeantWords, how: WordForms): ReviewSet[] {
    const sets = asked.words.map((word) => this.#known(word, how, () => this.#wordSet(word, how)));
    if (asked.needed >= sets.length) return sets;
    return [this.#known(asked, how, () => inAtLeast(asked.needed, sets, this.#data.size))];
  }

  #known(owner: object, how: WordForms, make: () => ReviewSet): ReviewSet {
    const sets = this.#sets.get(owner) ?? {};
    this.#sets.set(owner, sets);
    sets[how] ??= make();
    return sets[how];
  }

  #wordSet(word: MeantWord, how: WordForms): ReviewSet {
    const { all, titles } = this.vocabulary;
    if (how === "title") return titles.equalTo(word.bytes, word.marks);
    if (how === "whole") return all.equalTo(word.bytes, word.marks);
    const isGuess = word.isBeginning || word.takenFor !== null;
    if (how === "form" && isGuess) return NO_REVIEWS;
    const named = how === "form" ? [] : word.terms.map(this.#filterSet);
    return united([...all.setsOf(this.vocabulary.wordsFor(word)), ...named], this.#data.size);
  }

  /** Among the newest that have the words. */
  #near({ words, needed }: MeantWords, sets: readonly ReviewSet[]): (position: number) => boolean {
    const { first, size } = this.#data;
    const end = endOfNewest(sets, size);
    const wanted = wantedWords(words.map((word) => this.#bytesFor(word)));
    const known = new Map<number, boolean>();
    return (position) => {
      if (position >= end) return false;
      let isNear = known.get(position);
      if (isNear === undefined) {
        isNear = this.#texts.areNear(first + position, wanted, needed, 2 * needed);
        known.set(position, isNear);
      }
      return isNear;
    };
  }

  #bytesFor(word: MeantWord): Uint8Array[] {
    return this.vocabulary.wordsFor(word).map((number) => this.vocabulary.all.bytes(number));
  }

  /** "scan" where that is quickest; `candidates` is about what other criteria leave. */
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

  #unionOf(kind: string, bytes: Uint8Array, unite: () => ReviewSet | null): ReviewSet | null {
    return this.#unions.get(`${kind} ${latin1(bytes)}`, unite);
  }

  /** Matches a needle without a gap, which is inside a word. */
  #insideWords(needle: Uint8Array, { sets, needleGrams, candidates }: WordSearch): Criterion | null {
    if (wordEnd(needle, 0, needle.length) < needle.length) return null;
    const { size } = this.#data;
    const rarest = needleGrams.reduce((least, gram) => Math.min(least, sets.counts[gram] ?? 0), size);
    if ((rarest * candidates) / size < MANY_CANDIDATES) return null;
    const set = this.#unionOf("inside", needle, () => this.vocabulary.all.containing(needle));
    return set && { sets: [set], check: null };
  }

  /** Hints ask for the same needle several times. */
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
 * As many of the rarest as leave hardly a candidate. Grams of one needle mostly come together, so each later one rules
 * out less.
 */
function decisiveGrams(grams: readonly number[], { counts }: ReviewSetsData, size: number): number[] {
  const ordered = [...new Set(grams)].sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
  let expected = size;
  let taken = 0;
  while (taken < Math.min(MAX_GRAMS, ordered.length) && expected > FEW_CANDIDATES) {
    const share = (counts[ordered[taken] ?? 0] ?? 0) / size;
    expected *= taken === 0 ? share : Math.sqrt(share);
    taken++;
  }
  return ordered.slice(0, taken);
}

/** Known by identity. */
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

function satisfies({ sets, check }: Criterion, position: number): boolean {
  return sets.every((set) => isMember(set, position)) && (check === null || check(position));
}

/** Ordinal after the newest `MAX_LOOKED_AT` reviews that are in all sets. */
function endOfNewest(sets: readonly ReviewSet[], size: number): number {
  if (sets.some((set) => set.kind === "rare" && set.members.length <= MAX_LOOKED_AT)) return size;
  const walk = intersect(sets, 0, size);
  for (let looked = 0; looked < MAX_LOOKED_AT; looked++) if (walk.next() < 0) return size;
  const end = walk.next();
  return end < 0 ? size : end;
}

const NO_REVIEWS: ReviewSet = { kind: "rare", members: new Uint16Array(0) };
