/**
 * Builds the search index of a publication. Runs in a worker: the result is buffers only, handed over without a copy.
 */
import { Buffer } from "node:buffer";
import { countAtLeast } from "../columns.ts";
import {
  countFilters,
  type FilterCounts,
  filterTermCount,
  forEachFilterTerm,
  type ReviewFilters,
} from "./filter_terms.ts";
import type { FoldedTextsData } from "./folded_texts.ts";
import { buildGrams, type GramsData } from "./grams.ts";
import { Bitmaps, bitmapOf, FREQUENT_ONE_IN, type ReviewSet, type ReviewSetsData } from "./review_sets.ts";
import { buildWords, type SegmentWords } from "./words.ts";

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

// Builds the index of one segment: up to 65,536 reviews, so that a position fits into 16 bits.

/** Most reviews in a segment: positions in it fit in 16 bits. */
export const SEGMENT_SIZE = 65_536;
/** Up to this many reviews, looking through all the texts is as quick as looking grams up. */
const LARGEST_SCANNED = 2048;

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
function withSegmentGrams(segment: SegmentData, texts: FoldedTextsData): SegmentData {
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
