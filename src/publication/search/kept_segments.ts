/**
 * Finds the segments of an index whose grams are right for the next one, too: those whose texts stand together as before.
 *
 * Most changes leave all texts as they are, or add some before the newest. Grams name positions within their segment, so
 * that a segment may begin elsewhere as long as it holds the same texts.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { LARGEST_SCANNED, SEGMENT_SIZE, type SegmentData } from "./build_segment.ts";
import type { FoldedTextsData } from "./folded_texts.ts";

/** The segments of an index, without what they hold. */
export interface SegmentedTexts {
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
  // Every text ends with a byte that occurs in no text, so that equal bytes are equal texts.
  return bytesBetween(before, first, first + size).equals(bytesBetween(texts, at, at + size));
}

function bytesBetween({ bytes, offsets }: FoldedTextsData, from: number, to: number): Buffer {
  const start = offsets[from] ?? 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, (offsets[to] ?? 0) - start);
}
