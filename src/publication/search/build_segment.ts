/**
 * Builds the index of one segment: up to 65,536 reviews, so that a position fits into 16 bits.
 *
 * @module
 */
import { buildGrams, type GramsData } from "./build_grams.ts";
import { buildWords, type SegmentWords } from "./build_words.ts";
import { countFilters, fillFilterSets, filterTermCount, type ReviewFilters } from "./filter_terms.ts";
import type { FoldedTextsData } from "./folded_texts.ts";
import { Bitmaps, type ReviewSetsData } from "./review_sets.ts";
import { buildUpdates, type UpdatesData } from "./updates.ts";

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
  /** The sets of all filter terms, as bitmaps. */
  readonly filters: ReviewSetsData;
  readonly updates: UpdatesData;
  /** Null in a segment that is small enough to be scanned. */
  readonly grams: GramsData | null;
  /** Null where `grams` is. */
  readonly words: SegmentWords | null;
}

/** A segment that is searched by looking through its texts. */
export function buildScannedSegment(filters: ReviewFilters, first: number, end: number): SegmentData {
  return {
    first,
    size: end - first,
    filters: buildFilterSets(filters, first, end),
    updates: buildUpdates(filters.updated, first, end),
    grams: null,
    words: null,
  };
}

/** The segment with grams and words, unless it is so small that they would not pay. */
export function withSegmentGrams(segment: SegmentData, texts: FoldedTextsData): SegmentData {
  const { first, size } = segment;
  if (size <= LARGEST_SCANNED) return segment;
  const end = first + size;
  return { ...segment, grams: buildGrams(texts, first, end), words: buildWords(texts, first, end) };
}

function buildFilterSets(filters: ReviewFilters, first: number, end: number): ReviewSetsData {
  const counts = countFilters(filters);
  const termCount = filterTermCount(counts);
  const bitmaps = new Bitmaps(termCount, end - first);
  fillFilterSets(filters, counts, bitmaps, { first, end });
  const terms = Int32Array.from({ length: termCount }, (_, term) => term);
  return {
    counts: Uint32Array.from(terms, (term) => bitmaps.count(term)),
    places: terms.map((term) => -1 - term),
    members: new Uint16Array(0),
    bits: bitmaps.bits,
  };
}
