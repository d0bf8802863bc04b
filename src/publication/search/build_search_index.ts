/**
 * Builds the search index of a publication. Runs in a worker: the result is buffers only, handed over without a copy.
 *
 * @module
 */
import { buildScannedSegment, SEGMENT_SIZE, type SegmentData, withSegmentGrams } from "./build_segment.ts";
import { countFilters, type FilterCounts, type ReviewFilters } from "./filter_terms.ts";
import { buildFoldedTexts, type FoldedTextsData } from "./folded_texts.ts";

/** The reviews as columns, newest first. */
export interface SearchInput extends ReviewFilters {
  readonly reviewCount: number;
  /** The text of a review, NFC. Asked for once per ordinal, in order. */
  textAt(ordinal: number): string;
  /** Calendar dates as numbers yyyymmdd, descending. */
  readonly dates: Int32Array;
}

/** All of an index, as plain data: numbers and typed arrays that each own their buffer. */
export interface SearchIndexData {
  readonly texts: FoldedTextsData;
  readonly dates: Int32Array;
  readonly filterCounts: FilterCounts;
  readonly segments: readonly SegmentData[];
}

/** Builds the index; the columns of `input` are copied and stay usable. */
export function buildSearchIndex(input: SearchInput): SearchIndexData {
  return withGrams(buildScannedIndex(input));
}

/** The index without its grams: quick to build, and right, but it looks for substrings through all the texts. */
export function buildScannedIndex(input: SearchInput): SearchIndexData {
  const { reviewCount } = input;
  const texts = buildFoldedTexts(reviewCount, (ordinal) => input.textAt(ordinal));
  const segments: SegmentData[] = [];
  for (let first = 0; first < reviewCount; first += SEGMENT_SIZE) {
    segments.push(buildScannedSegment(input, first, Math.min(first + SEGMENT_SIZE, reviewCount)));
  }
  return { texts, dates: input.dates.slice(), filterCounts: countFilters(input), segments };
}

/** The same index with grams in every segment that is large enough for them to pay. */
export function withGrams(data: SearchIndexData): SearchIndexData {
  const segments = data.segments.map((segment) => withSegmentGrams(segment, data.texts));
  return { ...data, segments };
}

/** The buffers of an index or of its segments, for the transfer list of `postMessage`: nothing of any size is copied then. */
export function transferablesOf(data: SearchIndexData | SearchIndexData["segments"]): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  collectBuffers(data, buffers);
  return buffers;
}

/** How many bytes an index takes. */
export function sizeOfIndex(data: SearchIndexData): number {
  return transferablesOf(data).reduce((sum, buffer) => sum + buffer.byteLength, 0);
}

function collectBuffers(value: unknown, buffers: ArrayBuffer[]): void {
  if (ArrayBuffer.isView(value)) buffers.push(value.buffer as ArrayBuffer);
  else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) collectBuffers(member, buffers);
  }
}
