/**
 * Builds the search index of a publication. Runs in a worker: the result is buffers only, handed over without a copy.
 *
 * @module
 */
import { buildScannedSegment, type SegmentData, withSegmentGrams } from "./build_segment.ts";
import { countFilters, type FilterCounts, type ReviewFilters } from "./filter_terms.ts";
import type { FoldedTextsData } from "./folded_texts.ts";
import { type PlannedSegment, planSegments } from "./kept_segments.ts";

/** The reviews as columns, newest first. */
export interface SearchInput extends ReviewFilters {
  readonly reviewCount: number;
  readonly texts: FoldedTextsData;
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

/** Builds the index; texts and dates of `input` become part of it. */
export function buildSearchIndex(input: SearchInput): SearchIndexData {
  return withGrams(buildScannedIndex(input));
}

/** The index without its grams: quick to build, and right, but it looks for substrings through all the texts. */
export function buildScannedIndex(
  input: SearchInput,
  planned: readonly PlannedSegment[] = planSegments(input.texts, null, []),
): SearchIndexData {
  const { texts, dates } = input;
  const segments: SegmentData[] = [];
  let first = 0;
  for (const { size } of planned) {
    segments.push(buildScannedSegment(input, first, first + size));
    first += size;
  }
  return { texts, dates, filterCounts: countFilters(input), segments };
}

/** The same index with grams in every segment that is large enough for them to pay; those kept of another stay without. */
export function withGrams(data: SearchIndexData, planned: readonly PlannedSegment[] = []): SearchIndexData {
  const segments = data.segments.map((segment, at) =>
    (planned[at]?.keptFrom ?? null) === null ? withSegmentGrams(segment, data.texts) : segment,
  );
  return { ...data, segments };
}

/** The same index with the grams that its segments keep of the segments before. */
export function withKeptGrams(
  data: SearchIndexData,
  planned: readonly PlannedSegment[],
  before: SearchIndexData["segments"],
): SearchIndexData {
  const segments = data.segments.map((segment, at) => {
    const kept = before[planned[at]?.keptFrom ?? -1];
    return kept === undefined ? segment : { ...segment, grams: kept.grams, words: kept.words };
  });
  return { ...data, segments };
}

/** The buffers of segments, for the transfer list of `postMessage`: nothing of any size is copied then. */
export function transferablesOf(segments: SearchIndexData["segments"]): ArrayBuffer[] {
  return columnsOf(segments).map(({ buffer }) => buffer as ArrayBuffer);
}

/** How many bytes an index takes. */
export function sizeOfIndex(data: SearchIndexData): number {
  return columnsOf(data).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function columnsOf(value: unknown): ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(columnsOf) : [];
}
