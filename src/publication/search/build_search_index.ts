/** Builds the search index of a publication, which consists of buffers. */
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

/** All of an index, as plain data: numbers, names of languages, and typed arrays. */
export interface SearchIndexData {
  readonly texts: FoldedTextsData;
  readonly dates: Int32Array;
  readonly filterCounts: FilterCounts;
  readonly segments: readonly SegmentData[];
}

/** The index that new segments may be taken over from, and where its reviews stand now. */
interface KeptIndex {
  readonly index: Pick<SearchIndexData, "texts" | "segments">;
  readonly runs: readonly MovedRun[];
}

/** Builds the index; texts and dates of `input` become part of it. `onSegment` is called after each segment. */
export function buildSearchIndex(
  input: SearchInput,
  before: KeptIndex | null = null,
  onSegment = () => {},
): SearchIndexData {
  const { texts, dates } = input;
  let first = 0;
  const segments = planSegments(texts, before).map(({ size, kept }) => {
    const segment = buildSegment(input, { first, end: first + size }, kept);
    first += size;
    onSegment();
    return segment;
  });
  return { texts, dates, filterCounts: countFilters(input), segments };
}

/*
 * Finds the segments of an index whose grams are right for the next one, too: those whose texts stand together as before.
 *
 * Most changes leave all texts as they are, or add some before the newest. Grams name positions within their segment, so
 * that a segment may begin elsewhere as long as it holds the same texts.
 */

/** A run of reviews that stood at `from` before and now stand at `to`. */
export interface MovedRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** A segment of the next index. */
interface PlannedSegment {
  readonly size: number;
  /** The segment of the index before that has its grams and words; null when none has. */
  readonly kept: SegmentData | null;
}

/** More segments than there would be in a new index, by this many, make searches slower than a new index costs. */
const MOST_EXTRA = 8;

/** The segments of an index over some texts: as many as possible are kept of the index before. */
function planSegments(texts: FoldedTextsData, before: KeptIndex | null): PlannedSegment[] {
  const count = texts.offsets.length - 1;
  if (before === null) return evenly(count);
  const { index, runs } = before;
  const planned: PlannedSegment[] = [];
  let end = 0;
  for (const segment of index.segments) {
    const first = firstAfter(segment, runs);
    if (first === null || first < end || !isKept(segment, first, index.texts, texts)) continue;
    planned.push(...evenly(first - end), { size: segment.size, kept: segment });
    end = first + segment.size;
  }
  planned.push(...evenly(count - end));
  return planned.length > evenly(count).length + MOST_EXTRA ? evenly(count) : planned;
}

function evenly(count: number): PlannedSegment[] {
  const planned: PlannedSegment[] = [];
  for (let left = count; left > 0; left -= SEGMENT_SIZE) {
    planned.push({ size: Math.min(left, SEGMENT_SIZE), kept: null });
  }
  return planned;
}

/** Where a segment begins if its reviews moved as the first of them that was kept did. */
function firstAfter({ first, size }: SegmentData, runs: readonly MovedRun[]): number | null {
  const run = runs.find(({ from, count }) => from + count > first && from < first + size);
  return run === undefined ? null : first + run.to - run.from;
}

function isKept(
  { first, size, grams }: SegmentData,
  at: number,
  before: FoldedTextsData,
  texts: FoldedTextsData,
): boolean {
  if (before === texts && at === first) return true;
  // Small ones are joined instead.
  if (grams === null || at < 0 || at + size >= texts.offsets.length) return false;
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
  readonly words: SegmentWords;
}

/** The segment of the reviews [`first`, `end`); `kept` is one over the same texts. */
export function buildSegment(
  { texts, ...filters }: ReviewFilters & { readonly texts: FoldedTextsData },
  { first, end }: { readonly first: number; readonly end: number },
  kept: Pick<SegmentData, "grams" | "words"> | null = null,
): SegmentData {
  const size = end - first;
  return {
    first,
    size,
    filters: buildFilterSets(filters, first, end),
    updates: buildUpdates(filters.updated, first, end),
    grams: kept !== null ? kept.grams : size > LARGEST_SCANNED ? buildGrams(texts, first, end) : null,
    words: kept !== null ? kept.words : buildWords(texts, first, end),
  };
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
