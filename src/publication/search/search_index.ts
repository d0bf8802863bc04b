/**
 * Answers searches over the reviews of one publication without looking at more texts than needed.
 *
 * @module
 */
import { foldText } from "../../review/fold.ts";
import type { SearchIndexData } from "./build_search_index.ts";
import { type FilterQuery, filterTermsFor } from "./filter_terms.ts";
import { FoldedTexts } from "./folded_texts.ts";
import { FirstHits, HitCache } from "./hit_cache.ts";
import { type SearchOrder, STRATA } from "./order.ts";
import { type Relevance, Segment, type SegmentMatches } from "./segment.ts";
import { wordsOf } from "./word_characters.ts";

/** How many hits are counted that texts are looked into for; beyond, a total is a lower bound. */
export const COUNTED_HITS = 1000;
/** Reviews looked at for the last matches before a place: at first, and in each of the next steps twice as many. */
const FIRST_STEP_BACK = 256;

/** All that is given must hold. */
export interface SearchRequest extends FilterQuery {
  /** Earliest date, inclusive, as the number yyyymmdd. */
  readonly since?: number | undefined;
  /** Latest date, inclusive, as the number yyyymmdd. */
  readonly until?: number | undefined;
  /** Last changed at this instant or later, seconds since the epoch. */
  readonly updatedSince?: number | undefined;
  /** Substring of text or title, as it was asked for; folded here. */
  readonly needle?: string | undefined;
  /** Each word of this begins a word of text or title; folded here. */
  readonly words?: string | undefined;
  /** Default: newest. */
  readonly order?: SearchOrder | undefined;
  /** Most ordinals in the answer, at least 1. */
  readonly limit: number;
  /** Only matches behind this place are answered; the total still counts all. */
  readonly after?: SearchPlace | undefined;
}

/** A place in an order. */
export interface SearchPlace {
  /** Index of the stratum; 0 in orders by date alone. */
  readonly stratum: number;
  /** Matches at higher ordinals follow; where the oldest come first, those at lower ones. */
  readonly ordinal: number;
}

/** One page of matches. */
export interface SearchResult {
  /** In the order asked for. */
  readonly ordinals: number[];
  /** The stratum of each; none in the usual order, which has one. */
  readonly strata: readonly number[];
  /** Matches on all pages; at least this many when `totalIsExact` is false. */
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** A request made ready: ordinals [`from`, `to`) whose reviews have all of the rest. */
interface Plan {
  readonly terms: readonly number[];
  readonly updatedSince: number | null;
  readonly needle: Uint8Array | null;
  readonly words: readonly Uint8Array[];
  readonly relevance?: Relevance | undefined;
  readonly from: number;
  readonly to: number;
}

const ENCODER = new TextEncoder();
const NO_RESULT: SearchResult = { ordinals: [], strata: [], total: 0, totalIsExact: true };

/** Searches all segments. */
export class SearchIndex {
  readonly #data: SearchIndexData;
  readonly #segments: readonly Segment[];
  readonly #hits = new HitCache();
  #latestNeedle = { text: "", bytes: new Uint8Array(0) };

  constructor(data: SearchIndexData) {
    const texts = new FoldedTexts(data.texts);
    this.#data = data;
    this.#segments = data.segments.map((segment) => new Segment(segment, texts));
  }

  /** The page of matches after a place, and how many matches there are in all. Same request, same answer. */
  search(request: SearchRequest): SearchResult {
    const plan = this.#plan(request);
    if (plan === null) return NO_RESULT;
    const { order = "newest" } = request;
    const find = () => this.#findFirstHits(plan, order === "newest" ? request.limit : 0);
    // Filters alone are counted sooner than they are looked up.
    const hits = isOfFiltersAlone(plan) ? find() : this.#hits.get(keyOf(plan, request), find);
    const { total, totalIsExact } = hits;
    if (total === 0) return NO_RESULT;
    const page = order === "newest" ? this.#newest(plan, hits, request) : this.#ordered(plan, order, request);
    return { ...page, total, totalIsExact };
  }

  /** Whether anything matches; `limit`, `order` and `after` of the request do not matter. */
  has(request: SearchRequest): boolean {
    const plan = this.#plan(request);
    if (plan === null) return false;
    return this.#segments.some((segment) => matchesIn(segment, plan).walk.next() >= 0);
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
      words: words === "" ? NO_WORDS : wordsIn(words),
      from,
      to,
    };
  }

  /** The same bytes for the same needle, since a search without hits is followed by others for why. */
  #foldedNeedle(needle: string): Uint8Array {
    if (this.#latestNeedle.text !== needle) {
      this.#latestNeedle = { text: needle, bytes: ENCODER.encode(foldText(needle)) };
    }
    return this.#latestNeedle.bytes;
  }

  /** Reviews dated later than `date`: their ordinals are the ones below. */
  #countDatedAfter(date: number): number {
    const { dates } = this.#data;
    let low = 0;
    let high = dates.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((dates[middle] ?? 0) > date) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The total, and what hits had to be found for it: the first `known` where nothing needs more. */
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

  #ordered(plan: Plan, order: SearchOrder, { limit, after, needle = "", words = "" }: SearchRequest): Page {
    const page = { ordinals: [] as number[], strata: [] as number[] };
    const asked = order === "relevant" ? wordsIn(`${needle} ${words}`) : NO_WORDS;
    for (const [at, { terms, grade }] of STRATA[order].entries()) {
      if (at < (after?.stratum ?? 0)) continue;
      const place = at === after?.stratum ? after.ordinal : undefined;
      const relevance = grade === null ? undefined : { grade, words: asked };
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

  /** Adds the first matches of a plan until there are `limit` ordinals. */
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

  /** Adds the last matches of a plan, the last one first, until there are `limit` ordinals. */
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

const NO_WORDS: readonly Uint8Array[] = [];

function wordsIn(text: string): readonly Uint8Array[] {
  return wordsOf(ENCODER.encode(foldText(text)));
}

function isOfFiltersAlone({ needle, words }: Plan): boolean {
  return needle === null && words.length === 0;
}

/** Equal only for requests that have the same matches. */
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
