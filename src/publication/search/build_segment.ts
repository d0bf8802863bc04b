/**
 * Builds the index of one segment: up to 65,536 reviews, so that a position fits into 16 bits.
 *
 * Every text is walked twice: once to count how many reviews each gram is in, once to fill sets that are exactly as
 * large as needed.
 *
 * @module
 */

import { countFilters, type FilterCounts, filterTermCount, filterTermsOf, type ReviewFilters } from "./filter_terms.ts";
import type { FoldedTextsData } from "./folded_texts.ts";
import { GramForest } from "./gram_forest.ts";
import { buildLexicon, type GramLexiconData } from "./gram_lexicon.ts";
import { ReviewSetsBuilder, type ReviewSetsData } from "./review_sets.ts";

export const SEGMENT_SIZE = 65_536;
/** Up to this many reviews, looking through all the texts is as quick as looking grams up. */
export const LARGEST_SCANNED = 2048;

export interface SegmentData {
  /** Ordinal of the first review. */
  readonly first: number;
  /** Number of reviews. */
  readonly size: number;
  readonly filters: ReviewSetsData;
  /** The grams of the texts; null in a segment that is small enough to be scanned. */
  readonly grams: { readonly lexicon: GramLexiconData; readonly sets: ReviewSetsData } | null;
}

export function buildSegment(filters: ReviewFilters, texts: FoldedTextsData, first: number, end: number): SegmentData {
  const size = end - first;
  return {
    first,
    size,
    filters: buildFilterSets(filters, countFilters(filters), first, end),
    grams: size > LARGEST_SCANNED ? buildGrams(texts, first, end) : null,
  };
}

function buildFilterSets(filters: ReviewFilters, known: FilterCounts, first: number, end: number): ReviewSetsData {
  const counts = new Uint32Array(filterTermCount(known));
  for (let ordinal = first; ordinal < end; ordinal++) {
    for (const term of filterTermsOf(filters, known, ordinal)) counts[term]!++;
  }
  const sets = new ReviewSetsBuilder(end - first, counts);
  for (let ordinal = first; ordinal < end; ordinal++) {
    for (const term of filterTermsOf(filters, known, ordinal)) sets.add(term, ordinal - first);
  }
  return sets.data;
}

function buildGrams(texts: FoldedTextsData, first: number, end: number): NonNullable<SegmentData["grams"]> {
  const forest = new GramForest(texts, first, end);
  const countOfSlot = new Uint32Array(forest.slotCount);
  for (let ordinal = first; ordinal < end; ordinal++) {
    const slots = forest.gramsOf(ordinal);
    for (let at = 0; at < slots.length; at++) countOfSlot[slots[at]!]!++;
  }
  const slots = indicesOfNonZero(countOfSlot);
  const sets = new ReviewSetsBuilder(
    end - first,
    slots.map((slot) => countOfSlot[slot]!),
  );
  const gramOfSlot = countOfSlot;
  for (let gram = 0; gram < slots.length; gram++) gramOfSlot[slots[gram]!] = gram;
  for (let ordinal = first; ordinal < end; ordinal++) {
    const found = forest.gramsOf(ordinal);
    for (let at = 0; at < found.length; at++) sets.add(gramOfSlot[found[at]!]!, ordinal - first);
  }
  return { lexicon: buildLexicon(forest, slots), sets: sets.data };
}

function indicesOfNonZero(values: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) count++;
  const indices = new Uint32Array(count);
  let next = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) indices[next++] = at;
  return indices;
}
