/** Builds the search index of a publication. */
import { Buffer } from "node:buffer";
import { type CollectGarbage, countAtLeast, NO_SCRATCH, orderedBy, type Scratch } from "../columns.ts";
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

/** Newest first. */
export interface SearchInput extends ReviewFilters {
  readonly reviewCount: number;
  readonly texts: FoldedTextsData;
  /** yyyymmdd, descending. */
  readonly dates: Int32Array;
}

export interface SearchIndexData {
  readonly texts: FoldedTextsData;
  readonly dates: Int32Array;
  readonly filterCounts: FilterCounts;
  readonly segments: readonly SegmentData[];
}

interface KeptIndex {
  readonly index: Pick<SearchIndexData, "texts" | "segments">;
  readonly runs: readonly MovedRun[];
}

interface BuildOptions {
  readonly before?: KeptIndex | null;
  /** Called after steps that leave much garbage. */
  readonly collectGarbage?: CollectGarbage;
  readonly scratch?: Scratch;
}

/** Texts and dates of `input` become part of the index. */
export function buildSearchIndex(
  input: SearchInput,
  { before = null, collectGarbage = () => {}, scratch = NO_SCRATCH }: BuildOptions = {},
): SearchIndexData {
  const { texts, dates } = input;
  let first = 0;
  const segments = planSegments(texts, before).map(({ size, kept }) => {
    const segment = buildSegment(input, { first, end: first + size }, { kept, scratch, collectGarbage });
    first += size;
    collectGarbage("all");
    return segment;
  });
  return { texts, dates, filterCounts: countFilters(input), segments };
}

/**
 * Most changes leave texts as they are, or add some before the newest. Grams name positions within their segment, so a
 * segment of the same texts is kept wherever it begins.
 */

/** A run of reviews that moved from `from` to `to`. */
export interface MovedRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface PlannedSegment {
  readonly size: number;
  /** Has its grams and words already. */
  readonly kept: SegmentData | null;
}

/** So many more segments than needed make searches slower than a new index costs. */
const MAX_EXTRA = 8;

/** Keeps as many segments as possible. */
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
  return planned.length > evenly(count).length + MAX_EXTRA ? evenly(count) : planned;
}

function evenly(count: number): PlannedSegment[] {
  const planned: PlannedSegment[] = [];
  for (let left = count, more = Math.ceil(count / SEGMENT_SIZE); more > 0; more--) {
    // As large as the others: the largest decides how much memory a build takes.
    const size = Math.ceil(left / more);
    planned.push({ size, kept: null });
    left -= size;
  }
  return planned;
}

/** Start of a segment if its reviews moved as the first kept one did. */
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
  // Small segments are joined instead.
  if (grams === null || at < 0 || at + size >= texts.offsets.length) return false;
  if (before.language !== texts.language) return false;
  // Texts end with a byte that occurs in none, so equal bytes are equal texts.
  const areEqual = (one: TextBytes, other: TextBytes) =>
    bytesBetween(one, first, first + size).equals(bytesBetween(other, at, at + size));
  return areEqual(before, texts) && areEqual(before.spoken, texts.spoken);
}

type TextBytes = FoldedTextsData["spoken"];

function bytesBetween({ bytes, offsets }: TextBytes, from: number, to: number): Buffer {
  const start = offsets[from] ?? 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, (offsets[to] ?? 0) - start);
}

/** Positions fit in 16 bits. */
export const SEGMENT_SIZE = 65_536;
/** Up to this many reviews, scanning texts is as quick as grams. */
const MAX_SCANNED_REVIEWS = 2048;

export interface SegmentData {
  readonly first: number;
  readonly size: number;
  readonly filters: ReviewSetsData;
  readonly updates: UpdatesData;
  /** Null in a segment small enough to be scanned. */
  readonly grams: GramsData | null;
  readonly words: SegmentWords;
}

/** `kept` is over the same texts. */
export function buildSegment(
  { texts, ...filters }: ReviewFilters & { readonly texts: FoldedTextsData },
  { first, end }: { readonly first: number; readonly end: number },
  {
    kept = null,
    scratch = NO_SCRATCH,
    collectGarbage = () => {},
  }: Omit<BuildOptions, "before"> & { readonly kept?: Pick<SegmentData, "grams" | "words"> | null } = {},
): SegmentData {
  const size = end - first;
  const grams = kept === null && size > MAX_SCANNED_REVIEWS ? buildGrams(texts, { first, end }, scratch) : null;
  if (grams !== null) collectGarbage("all");
  return {
    first,
    size,
    filters: buildFilterSets(filters, first, end),
    updates: buildUpdates(filters.updated, first, end),
    grams: kept === null ? grams : kept.grams,
    words: kept !== null ? kept.words : buildWords(texts, { first, end }, () => collectGarbage("recent")),
  };
}

/** There may be as many names as reviews, so rare terms are lists. */
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

/** Positions, latest change first. */
interface UpdatesData {
  readonly positions: Uint16Array;
  /** When each changed; descending. */
  readonly seconds: Uint32Array;
}

/** The last that fits into 32 bits. */
const LAST_SECOND = 2 ** 32 - 1;

function buildUpdates(updated: Uint32Array, first: number, end: number): UpdatesData {
  const own = updated.subarray(first, end);
  const positions = Uint16Array.from(orderedBy(own.map((seconds) => LAST_SECOND - seconds)));
  return { positions, seconds: Uint32Array.from(positions, (position) => own[position] ?? 0) };
}

/** `since` in seconds. */
export function updatedSince({ positions, seconds }: UpdatesData, since: number): ReviewSet {
  const count = countAtLeast(seconds, since);
  const latest = positions.subarray(0, count);
  if (count * FREQUENT_ONE_IN <= positions.length) return { kind: "rare", members: latest.slice().sort() };
  return { kind: "frequent", bits: bitmapOf(latest, positions.length) };
}
