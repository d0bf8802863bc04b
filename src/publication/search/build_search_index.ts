/**
 * Builds the search index of a publication. Runs in a worker: the result is buffers only, handed over without a copy.
 */

import { Buffer } from "node:buffer";
import {
  buildScannedSegment,
  LARGEST_SCANNED,
  SEGMENT_SIZE,
  type SegmentData,
  withSegmentGrams,
} from "./build_segment.ts";
import { countFilters, type FilterCounts, type ReviewFilters } from "./filter_terms.ts";
import type { FoldedTextsData } from "./folded_texts.ts";

/** The reviews as columns, newest first. */
export interface SearchInput extends ReviewFilters {
  readonly reviewCount: number;
  readonly texts: FoldedTextsData;
  /** Calendar dates as numbers yyyymmdd, descending. */
  readonly dates: Int32Array;
}

/** All of an index, as plain data: numbers, names of languages, and typed arrays that each own their buffer. */
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

/*
 * Finds the segments of an index whose grams are right for the next one, too: those whose texts stand together as before.
 *
 * Most changes leave all texts as they are, or add some before the newest. Grams name positions within their segment, so
 * that a segment may begin elsewhere as long as it holds the same texts.
 */

/** The segments of an index, without what they hold. */
interface SegmentedTexts {
  readonly segments: readonly SegmentPlace[];
  readonly texts: FoldedTextsData;
}

/** A segment, and whether it has grams that can be taken over. */
export interface SegmentPlace extends Pick<SegmentData, "first" | "size"> {
  readonly hasGrams: boolean;
}

/** A run of reviews that stood at `from` before and now stand at `to`. */
export interface MovedRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** A segment of the next index. */
export interface PlannedSegment {
  readonly size: number;
  /** Which segment of the index before has its grams; null when none has. */
  readonly keptFrom: number | null;
}

/** More segments than there would be in a new index, by this many, make searches slower than a new index costs. */
const MOST_EXTRA = 8;

/** The segments of an index over some texts: as many as possible are kept of the index before. */
export function planSegments(
  texts: FoldedTextsData,
  before: SegmentedTexts | null,
  runs: readonly MovedRun[],
): PlannedSegment[] {
  const count = texts.offsets.length - 1;
  if (before === null) return evenly(count);
  const planned: PlannedSegment[] = [];
  let end = 0;
  for (const [index, segment] of before.segments.entries()) {
    const first = firstAfter(segment, runs);
    if (first === null || first < end || !isKept(segment, first, before.texts, texts)) continue;
    planned.push(...evenly(first - end), { size: segment.size, keptFrom: index });
    end = first + segment.size;
  }
  planned.push(...evenly(count - end));
  return planned.length > evenly(count).length + MOST_EXTRA ? evenly(count) : planned;
}

function evenly(count: number): PlannedSegment[] {
  const planned: PlannedSegment[] = [];
  for (let left = count; left > 0; left -= SEGMENT_SIZE) {
    planned.push({ size: Math.min(left, SEGMENT_SIZE), keptFrom: null });
  }
  return planned;
}

/** Where a segment begins if its reviews moved as the first of them that was kept did. */
function firstAfter({ first, size }: SegmentPlace, runs: readonly MovedRun[]): number | null {
  const run = runs.find(({ from, count }) => from + count > first && from < first + size);
  return run === undefined ? null : first + run.to - run.from;
}

function isKept(
  { first, size, hasGrams }: SegmentPlace,
  at: number,
  before: FoldedTextsData,
  texts: FoldedTextsData,
): boolean {
  if (!hasGrams || size <= LARGEST_SCANNED || at < 0 || at + size >= texts.offsets.length) return false;
  if (before === texts && at === first) return true;
  if (before.language !== texts.language) return false;
  // Every text ends with a byte that occurs in no text, so that equal bytes are equal texts.
  const areEqual = (one: TextBytes, other: TextBytes) =>
    bytesBetween(one, first, first + size).equals(bytesBetween(other, at, at + size));
  return areEqual(before, texts) && areEqual(before.spoken, texts.spoken);
}

type TextBytes = FoldedTextsData["spoken"];

function bytesBetween({ bytes, offsets }: TextBytes, from: number, to: number): Buffer {
  const start = offsets[from] ?? 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, (offsets[to] ?? 0) - start);
}
