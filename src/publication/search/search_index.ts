/** Searches the reviews of a publication and reads as few of their texts as possible. */

import { Memo } from "../../memo.ts";
import { foldSearched } from "../../review/text.ts";
import { utf8Bytes } from "../../utf8.ts";
import { firstWithout } from "../columns.ts";
import type { SearchIndexData } from "./build_search_index.ts";
import { type FilterQuery, filterTermsFor, labelTerm, ratingTerm } from "./filter_terms.ts";
import { FoldedTexts } from "./folded_texts.ts";
import { type CatalogNames, type MeantWords, type ReadWord, readWords } from "./meaning.ts";
import type { CountableWalk, Walk } from "./review_sets.ts";
import { RELEVANCE_GRADES, Segment, type SegmentMatches, type SegmentQuery } from "./segment.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { primaryLanguage } from "./word_keys.ts";

/** Beyond so many hits in texts a total is a lower bound. */
export const COUNTED_HITS = 1000;
/** Doubled with each step back. */
const FIRST_STEP_BACK = 256;

/** All must hold. */
export interface SearchRequest extends FilterQuery {
  /** Inclusive, yyyymmdd. */
  readonly since?: number | undefined;
  /** Inclusive, yyyymmdd. */
  readonly until?: number | undefined;
  /** Time in seconds. */
  readonly updatedSince?: number | undefined;
  /** Unfolded substring of text or title. */
  readonly needle?: string | undefined;
  /** See `meaning.ts`. */
  readonly words?: string | undefined;
  /** BCP 47; default: the business's. */
  readonly language?: string | undefined;
  /** The same for all requests to an index. */
  readonly catalog?: CatalogNames | undefined;
  readonly order?: SearchOrder | undefined;
  /** At least 1. */
  readonly limit: number;
  /** Only for the page; the total counts all. */
  readonly after?: SearchPlace | undefined;
}

export interface SearchPlace {
  /** 0 in orders by date alone. */
  readonly stratum: number;
  /** Higher ordinals follow; lower ones where the oldest come first. */
  readonly ordinal: number;
}

export interface SearchResult {
  readonly ordinals: number[];
  /** Empty in the usual order, which has one. */
  readonly strata: readonly number[];
  /** At least this many when `totalIsExact` is false. */
  readonly total: number;
  readonly totalIsExact: boolean;
}

type Plan = SegmentQuery;
const NO_RESULT: SearchResult = { ordinals: [], strata: [], total: 0, totalIsExact: true };

export class SearchIndex {
  readonly #data: SearchIndexData;
  readonly #segments: readonly Segment[];
  readonly #hits = new Memo<FirstHits>(MAX_ENTRIES);
  readonly #meant = new Memo<MeantWords>(MAX_MEANINGS);
  readonly #words = new Memo<ReadWord>(MAX_ENTRIES);
  #allWords: readonly Vocabulary[] | null = null;
  #latestNeedle = { text: "", bytes: new Uint8Array(0) };

  constructor(data: SearchIndexData) {
    const texts = new FoldedTexts(data.texts);
    this.#data = data;
    this.#segments = data.segments.map((segment) => new Segment(segment, texts));
  }

  /** Same request, same answer. */
  search(request: SearchRequest): SearchResult {
    const plan = this.#plan(request);
    if (plan === null) return NO_RESULT;
    const { order = "newest" } = request;
    const hits = this.#firstHits(plan, request, order === "newest" ? request.limit : 0);
    const { total, totalIsExact } = hits;
    if (total === 0) return NO_RESULT;
    const page =
      order === "newest" ? this.#newest(plan, hits, request) : this.#ordered(plan, order, { ...request, total });
    return { ...page, total, totalIsExact };
  }

  /** Ignores `limit`, `order` and `after`. */
  count(request: SearchRequest): number {
    const plan = this.#plan(request);
    return plan === null ? 0 : this.#firstHits(plan, request, 0).total;
  }

  /** Ignores `limit`, `order` and `after`. */
  has(request: SearchRequest): boolean {
    const plan = this.#plan(request);
    if (plan === null) return false;
    return this.#segments.some((segment) => matchesIn(segment, plan).walk.next() >= 0);
  }

  termOf(column: string, label: number): number {
    return labelTerm(column, label, this.#data.filterCounts);
  }

  meaningOf(text: string, catalog: CatalogNames = NO_CATALOG, tag?: string): MeantWords {
    const language = primaryLanguage(tag) || this.#data.texts.language;
    return this.#meant.get(`${language} ${text}`, () => this.#read(text, catalog, language));
  }

  /**
   * A review has to match all words if any review does, else as many as any does, at least two and half of them. If none matches
   * both of two known words, only one of them counts: the one with fewer guesses, then the rarer one.
   */
  #read(text: string, catalog: CatalogNames, language: string): MeantWords {
    const own = this.#data.texts.language;
    const words = readWords(text, { catalog, vocabularies: this.#vocabularies(), known: this.#words, own, language });
    const all: MeantWords = { words, needed: words.length, leftOut: [] };
    if (words.length < 2) return all;
    for (let needed = words.length; needed > 1 && needed >= words.length / 2; needed--) {
      const plan = { ...EVERYTHING, words: { ...all, needed } };
      if (this.#segments.some((segment) => matchesIn(segment, plan).walk.next() >= 0)) return plan.words;
    }
    if (words.length > 2 || words.some(({ isUnknown }) => isUnknown)) return all;
    const single = words.map((word) => ({ words: [word], needed: 1, leftOut: [] }));
    const [rarer, other] = single.sort((a, b) => guessesIn(a) - guessesIn(b) || this.#count(a) - this.#count(b));
    return rarer && other ? { ...rarer, leftOut: other.words.map(({ asked }) => asked) } : all;
  }

  #vocabularies(): readonly Vocabulary[] {
    this.#allWords ??= this.#segments.map(({ vocabulary }) => vocabulary);
    return this.#allWords;
  }

  #count(words: MeantWords): number {
    const plan = { ...EVERYTHING, words };
    const counts = this.#segments.map((segment) => {
      const matches = matchesIn(segment, plan);
      return matches.kind === "countable" ? matches.walk.countRest() : 0;
    });
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #plan(request: SearchRequest): Plan | null {
    const terms = filterTermsFor(request, this.#data.filterCounts);
    const { since = 0, until = Number.POSITIVE_INFINITY, needle = "", words = "" } = request;
    const from = this.#countDatedAfter(until);
    const to = this.#countDatedAfter(since - 1);
    if (terms === null || from >= to || !needle.isWellFormed() || !words.isWellFormed()) return null;
    const updatedSince = request.updatedSince ?? null;
    return {
      terms,
      updatedSince,
      needle: needle === "" ? null : this.#foldedNeedle(needle),
      words: this.#wordsOf(words, request),
      from,
      to,
    };
  }

  #wordsOf(text: string, { catalog, language }: SearchRequest): MeantWords | null {
    const meant = text === "" ? null : this.meaningOf(text, catalog, language);
    return meant === null || meant.words.length === 0 ? null : meant;
  }

  /** The same bytes for the same needle: hints search for it again. */
  #foldedNeedle(needle: string): Uint8Array {
    if (this.#latestNeedle.text !== needle) {
      this.#latestNeedle = { text: needle, bytes: utf8Bytes(foldSearched(needle)) };
    }
    return this.#latestNeedle.bytes;
  }

  #countDatedAfter(date: number): number {
    const { dates } = this.#data;
    return firstWithout(0, dates.length, (at) => (dates[at] ?? 0) > date);
  }

  /** The first `known` hits are remembered where nothing needs more. */
  #firstHits(plan: Plan, request: SearchRequest, known: number): FirstHits {
    const find = () => this.#findFirstHits(plan, known);
    // Counting by filters alone is quicker than a look-up.
    const key = isOfFiltersAlone(plan) ? null : keyOf(plan, request);
    return key === null || key.length > MAX_KEY_LENGTH ? find() : this.#hits.get(key, find);
  }

  #findFirstHits(plan: Plan, known: number): FirstHits {
    const hits = new FirstHits();
    for (const segment of this.#segments) {
      const matches = matchesIn(segment, plan);
      if (matches.kind === "countable") hits.count(matches.walk, segment.first, known);
      else if (!hits.take(matches.walk, segment.first, COUNTED_HITS)) break;
    }
    return hits;
  }

  #newest(plan: Plan, hits: FirstHits, { limit, after }: SearchRequest): Page {
    const place = after?.ordinal ?? -1;
    const ordinals = hits.page(place, limit);
    if (!hits.areAll && ordinals.length < limit) {
      this.#collect({ ...plan, from: Math.max(plan.from, place + 1, hits.last + 1) }, ordinals, limit);
    }
    return { ordinals, strata: NO_STRATA };
  }

  #ordered(plan: Plan, order: SearchOrder, request: SearchRequest & { readonly total: number }): Page {
    const { after, needle = "", words = "" } = request;
    const limit = Math.min(request.limit, request.total);
    const page = { ordinals: [] as number[], strata: [] as number[] };
    const asked = order === "relevant" ? this.#wordsOf(`${needle} ${words}`.trim(), request) : null;
    for (const [at, { terms, grade }] of STRATA[order].entries()) {
      if (at < (after?.stratum ?? 0)) continue;
      const place = at === after?.stratum ? after.ordinal : undefined;
      const relevance = grade === null ? undefined : { grade, words: asked ?? NO_WORDS };
      const stratum = { ...plan, terms: [...plan.terms, ...terms], relevance };
      if (order === "oldest") {
        this.#collectBackwards({ ...stratum, to: Math.min(plan.to, place ?? plan.to) }, page.ordinals, limit);
      } else {
        this.#collect({ ...stratum, from: Math.max(plan.from, (place ?? -1) + 1) }, page.ordinals, limit);
      }
      while (page.strata.length < page.ordinals.length) page.strata.push(at);
      if (page.ordinals.length >= limit) break;
    }
    return page;
  }

  #collect(plan: Plan, ordinals: number[], limit: number): void {
    for (const segment of this.#segments) {
      const { walk } = matchesIn(segment, plan);
      while (ordinals.length < limit) {
        const position = walk.next();
        if (position < 0) break;
        ordinals.push(segment.first + position);
      }
      if (ordinals.length >= limit) return;
    }
  }

  /** Last one first. */
  #collectBackwards(plan: Plan, ordinals: number[], limit: number): void {
    let { to } = plan;
    for (let step = FIRST_STEP_BACK; to > plan.from && ordinals.length < limit; step *= 2) {
      const from = Math.max(plan.from, to - step);
      const found: number[] = [];
      this.#collect({ ...plan, from, to }, found, Number.POSITIVE_INFINITY);
      for (let at = found.length - 1; at >= 0 && ordinals.length < limit; at--) ordinals.push(found[at] ?? 0);
      to = from;
    }
  }
}

interface Page {
  readonly ordinals: number[];
  readonly strata: readonly number[];
}

const NO_STRATA: readonly number[] = [];

function guessesIn({ words }: MeantWords): number {
  return words.filter(({ isBeginning, takenFor }) => isBeginning || takenFor !== null).length;
}

const NO_WORDS: MeantWords = { words: [], needed: 0, leftOut: [] };
const NO_CATALOG: CatalogNames = { terms: new Map(), words: new Set() };
const EVERYTHING = { terms: [], updatedSince: null, needle: null, from: 0, to: Number.POSITIVE_INFINITY };

function isOfFiltersAlone({ needle, words }: Plan): boolean {
  return needle === null && words === null;
}

/** Equal only for requests with the same matches. */
function keyOf({ from, to, terms, updatedSince }: Plan, { needle = "", words = "" }: SearchRequest): string {
  return `${from} ${to} ${terms} ${updatedSince ?? ""} ${words}\0${needle}`;
}

function matchesIn(segment: Segment, plan: Plan): SegmentMatches {
  return segment.match({
    ...plan,
    from: Math.max(0, plan.from - segment.first),
    to: Math.min(segment.size, plan.to - segment.first),
  });
}

/**
 * An order is strata one after the other, each by date. A review's stratum depends on itself alone, so that a place
 * survives when others come or go.
 */

/** The usual one first. */
export const SEARCH_ORDERS = ["newest", "oldest", "highest", "lowest", "relevant"] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];

/** Newest first. */
interface Stratum {
  readonly terms: readonly number[];
  /** Null where relevance does not matter. */
  readonly grade: number | null;
}

const ALL: readonly Stratum[] = [{ terms: [], grade: null }];
const HIGHEST: readonly Stratum[] = [5, 4, 3, 2, 1].map((rating) => ({ terms: [ratingTerm(rating)], grade: null }));
const RELEVANT: readonly Stratum[] = Array.from({ length: RELEVANCE_GRADES }, (_, grade) => ({ terms: [], grade }));

const STRATA: Readonly<Record<SearchOrder, readonly Stratum[]>> = {
  newest: ALL,
  oldest: ALL,
  highest: HIGHEST,
  lowest: HIGHEST.toReversed(),
  relevant: RELEVANT,
};

/** Common words of a language; each entry knows some thousand ordinals at most. */
const MAX_ENTRIES = 512;
const MAX_KEY_LENGTH = 512;
/** Segments keep sets with each; reading words again takes some ten microseconds. */
const MAX_MEANINGS = 128;

class FirstHits {
  total = 0;
  totalIsExact = true;
  /** Whether `page` knows every match. */
  areAll = true;
  readonly #ordinals: number[] = [];

  /** Takes matches up to `known`, and counts the rest. */
  count(walk: CountableWalk, first: number, known: number): void {
    while (this.areAll && this.#ordinals.length < known) {
      const position = walk.next();
      if (position < 0) return;
      this.total++;
      this.#ordinals.push(first + position);
    }
    const rest = walk.countRest();
    this.total += rest;
    if (rest > 0) this.areAll = false;
  }

  /** False when there are more than `most`. */
  take(walk: Walk, first: number, max: number): boolean {
    for (let position = walk.next(); position >= 0; position = walk.next()) {
      if (this.total >= max) {
        this.totalIsExact = false;
        this.areAll = false;
        return false;
      }
      this.total++;
      if (this.areAll) this.#ordinals.push(first + position);
    }
    return true;
  }

  /** The last known ordinal, or -1; every match below it is known. */
  get last(): number {
    return this.#ordinals.at(-1) ?? -1;
  }

  page(after: number, limit: number): number[] {
    const start = after < 0 ? 0 : this.#ordinals.findIndex((ordinal) => ordinal > after);
    return start < 0 ? [] : this.#ordinals.slice(start, start + limit);
  }
}
