/**
 * Answers searches over the reviews of one publication, newest first, without looking at more texts than needed.
 *
 * @module
 */
import { foldText } from "../../review/fold.ts";
import type { SearchIndexData } from "./build_search_index.ts";
import { type FilterQuery, filterTermsFor } from "./filter_terms.ts";
import { FoldedTexts } from "./folded_texts.ts";
import { FirstHits, HitCache } from "./hit_cache.ts";
import { Segment, type SegmentMatches } from "./segment.ts";

/** How many substring hits are counted; beyond, a total is a lower bound. */
export const COUNTED_HITS = 1000;

/** All that is given must hold. */
export interface SearchRequest extends FilterQuery {
  /** Earliest date, inclusive, as the number yyyymmdd. */
  readonly since?: number | undefined;
  /** Latest date, inclusive, as the number yyyymmdd. */
  readonly until?: number | undefined;
  /** Substring of the text, as it was asked for; folded here. */
  readonly needle?: string | undefined;
  /** Most ordinals in the answer, at least 1. */
  readonly limit: number;
  /** Only ordinals above this one are answered; the total still counts all. */
  readonly after?: number | undefined;
}

/** One page of matches. */
export interface SearchResult {
  /** Ascending: newest first. */
  readonly ordinals: number[];
  /** Matches on all pages; at least this many when `totalIsExact` is false. */
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** A request made ready: ordinals [`from`, `to`) whose reviews have all `terms` and the needle. */
interface Plan {
  readonly terms: readonly number[];
  readonly needle: Uint8Array | null;
  readonly from: number;
  readonly to: number;
  /** Equal for requests that have the same matches. */
  readonly key: string;
}

const ENCODER = new TextEncoder();
const NO_RESULT: SearchResult = { ordinals: [], total: 0, totalIsExact: true };

/** Searches all segments, newest reviews first. */
export class SearchIndex {
  readonly #data: SearchIndexData;
  readonly #segments: readonly Segment[];
  readonly #hits = new HitCache();

  constructor(data: SearchIndexData) {
    const texts = new FoldedTexts(data.texts);
    this.#data = data;
    this.#segments = data.segments.map((segment) => new Segment(segment, texts));
  }

  /** The page of matches after `after`, and how many matches there are in all. Same request, same answer. */
  search(request: SearchRequest): SearchResult {
    const plan = this.#plan(request);
    if (plan === null) return NO_RESULT;
    const { limit, after = -1 } = request;
    const hits = this.#hits.get(plan.key, () => this.#findFirstHits(plan));
    const ordinals = hits.page(after, limit);
    if (!hits.areAll && ordinals.length < limit) {
      this.#collect(plan, ordinals, { after: Math.max(after, hits.last), limit });
    }
    return { ordinals, total: hits.total, totalIsExact: hits.totalIsExact };
  }

  #plan(request: SearchRequest): Plan | null {
    const terms = filterTermsFor(request, this.#data.filterCounts);
    const { since = 0, until = Number.POSITIVE_INFINITY, needle = "" } = request;
    const from = this.#countDatedAfter(until);
    const to = this.#countDatedAfter(since - 1);
    if (terms === null || from >= to || !needle.isWellFormed()) return null;
    const folded = foldText(needle);
    return {
      terms,
      needle: folded === "" ? null : ENCODER.encode(folded),
      from,
      to,
      key: `${from} ${to} ${terms} ${folded}`,
    };
  }

  /** Reviews dated later than `date`: their ordinals are the ones below. */
  #countDatedAfter(date: number): number {
    const { dates } = this.#data;
    let low = 0;
    let high = dates.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (dates[middle]! > date) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The total, and what hits had to be found for it. */
  #findFirstHits(plan: Plan): FirstHits {
    const hits = new FirstHits();
    for (const segment of this.#segments) {
      const matches = matchesIn(segment, plan, plan.from);
      if (matches.kind === "countable") hits.skip(matches.walk.countRest());
      else if (!hits.take(matches.walk, segment.first, COUNTED_HITS)) break;
    }
    return hits;
  }

  /** Adds the matches after an ordinal until there are `limit`. */
  #collect(plan: Plan, ordinals: number[], { after, limit }: { after: number; limit: number }): void {
    const from = Math.max(plan.from, after + 1);
    for (const segment of this.#segments) {
      const { walk } = matchesIn(segment, plan, from);
      while (ordinals.length < limit) {
        const position = walk.next();
        if (position < 0) break;
        ordinals.push(segment.first + position);
      }
      if (ordinals.length >= limit) return;
    }
  }
}

function matchesIn(segment: Segment, plan: Plan, from: number): SegmentMatches {
  return segment.match({
    terms: plan.terms,
    needle: plan.needle,
    from: Math.max(0, from - segment.first),
    to: Math.min(segment.size, plan.to - segment.first),
  });
}
