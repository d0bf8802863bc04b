/** Builds the index of one segment: up to 65,536 reviews, so that a position fits into 16 bits. */

import { countAtLeast } from "../columns.ts";
import { countFilters, filterTermCount, forEachFilterTerm, type ReviewFilters } from "./filter_terms.ts";
import type { FoldedTextsData } from "./folded_texts.ts";
import { buildGrams, type GramsData } from "./grams.ts";
import { Bitmaps, bitmapOf, FREQUENT_ONE_IN, type ReviewSet, type ReviewSetsData } from "./review_sets.ts";
import { buildWords, type SegmentWords } from "./words.ts";

/** Most reviews in a segment: positions in it fit in 16 bits. */
export const SEGMENT_SIZE = 65_536;
/** Up to this many reviews, looking through all the texts is as quick as looking grams up. */
export const LARGEST_SCANNED = 2048;

/** A consecutive run of reviews with the index over their filters and texts. */
export interface SegmentData {
  /** Ordinal of the first review. */
  readonly first: number;
  /** Number of reviews. */
  readonly size: number;
  /** The sets of all filter terms. */
  readonly filters: ReviewSetsData;
  readonly updates: UpdatesData;
  /** Null in a segment that is small enough to be scanned. */
  readonly grams: GramsData | null;
  /** Null in a larger segment as long as it has no grams. */
  readonly words: SegmentWords | null;
}

/** A segment that is searched by looking through its texts. */
export function buildScannedSegment(
  { texts, ...filters }: ReviewFilters & { readonly texts: FoldedTextsData },
  first: number,
  end: number,
): SegmentData {
  return {
    first,
    size: end - first,
    filters: buildFilterSets(filters, first, end),
    updates: buildUpdates(filters.updated, first, end),
    grams: null,
    words: end - first > LARGEST_SCANNED ? null : buildWords(texts, first, end),
  };
}

/** The segment with grams and words, unless it is so small that they would not pay. */
export function withSegmentGrams(segment: SegmentData, texts: FoldedTextsData): SegmentData {
  const { first, size } = segment;
  if (size <= LARGEST_SCANNED) return segment;
  const end = first + size;
  return { ...segment, grams: buildGrams(texts, first, end), words: buildWords(texts, first, end) };
}

/** Frequent terms as bitmaps, the others as lists: there may be as many names as reviews. */
function buildFilterSets(filters: ReviewFilters, first: number, end: number): ReviewSetsData {
  const termCounts = countFilters(filters);
  const termCount = filterTermCount(termCounts);
  const size = end - first;
  const counts = new Uint32Array(termCount);
  const eachOnce = (take: (term: number, position: number) => void) => {
    const latest = new Int32Array(termCount).fill(-1);
    forEachFilterTerm(filters, termCounts, { first, end }, (term, position) => {
      if (latest[term] === position) return;
      latest[term] = position;
      take(term, position);
    });
  };
  eachOnce((term) => {
    counts[term] = (counts[term] ?? 0) + 1;
  });
  const { places, frequent, members } = placesOf(counts, size);
  const bitmaps = new Bitmaps(frequent, size);
  const next = places.slice();
  eachOnce((term, position) => {
    const place = next[term] ?? 0;
    if (place < 0) {
      bitmaps.add(-1 - place, position);
    } else {
      members[place] = position;
      next[term] = place + 1;
    }
  });
  return { counts, places, members, bits: bitmaps.bits };
}

/** Where the set of each term is to be, as {@link ReviewSetsData} has it. */
function placesOf(counts: Uint32Array, size: number) {
  const places = new Int32Array(counts.length);
  let frequent = 0;
  let end = 0;
  for (const [term, count] of counts.entries()) {
    const isFrequent = count * FREQUENT_ONE_IN > size;
    places[term] = isFrequent ? -1 - frequent++ : end;
    if (!isFrequent) end += count;
  }
  return { places, frequent, members: new Uint16Array(end) };
}

/** Positions in their segment, latest change first. */
interface UpdatesData {
  readonly positions: Uint16Array;
  /** When each of them changed, whole seconds since the epoch; descending. */
  readonly seconds: Uint32Array;
}

/** One more than fits into 16 bits, and the last that fits into 32. */
const MOST_POSITIONS = 2 ** 16;
const LAST_SECOND = 2 ** 32 - 1;

/** Orders the reviews at ordinals [`first`, `end`), given when each changed. */
function buildUpdates(updated: Uint32Array, first: number, end: number): UpdatesData {
  const own = updated.subarray(first, end);
  // Sorted as numbers, which takes a tenth of the time that a comparing function does: latest first, then by position.
  const keys = new Float64Array(own.length);
  for (let position = 0; position < keys.length; position++) {
    keys[position] = (LAST_SECOND - (own[position] ?? 0)) * MOST_POSITIONS + position;
  }
  keys.sort();
  const positions = new Uint16Array(own.length);
  const seconds = new Uint32Array(own.length);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    // `%` of numbers beyond 32 bits takes ten times as long.
    const position = key - Math.floor(key / MOST_POSITIONS) * MOST_POSITIONS;
    positions[at] = position;
    seconds[at] = own[position] ?? 0;
  }
  return { positions, seconds };
}

/** The reviews of a segment that changed at `since` or later, in seconds since the epoch. */
export function updatedSince({ positions, seconds }: UpdatesData, since: number): ReviewSet {
  const count = countAtLeast(seconds, since);
  const latest = positions.subarray(0, count);
  if (count * FREQUENT_ONE_IN <= positions.length) return { kind: "rare", members: latest.slice().sort() };
  return { kind: "frequent", bits: bitmapOf(latest, positions.length) };
}
