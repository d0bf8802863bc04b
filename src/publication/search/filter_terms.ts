/**
 * The filters of a search as terms: every review has those of its rating and of all it mentions.
 *
 * @module
 */
import type { Bitmaps } from "./review_sets.ts";

const HIGHEST_RATING = 5;
const FIRST_MIN_RATING = HIGHEST_RATING;
/** Everything has at least 1 star, and at least 5 is exactly 5: terms are needed for 2 to 4, and as many for the most. */
const FIRST_MAX_RATING = FIRST_MIN_RATING + 3;
const FIRST_LABEL = FIRST_MAX_RATING + 3;

/** For each review a list of ids: those of review `i` are `ids[offsets[i]]` up to before `ids[offsets[i + 1]]`. */
export interface MentionLists {
  readonly offsets: Uint32Array;
  readonly ids: Uint16Array;
}

/** The columns of labels that reviews carry, each with the filter that asks for one of them. */
const LABELS = {
  technicians: "technician",
  services: "service",
  areas: "area",
  /** What a review says of aspects: of each that it speaks of, and to which side. */
  aspects: "aspect",
  languages: "language",
  sources: "source",
  verifications: "verification",
  /** Whether the business replied. */
  replies: "reply",
} as const;
/** A column of labels that reviews can be filtered by. */
export type LabelColumn = keyof typeof LABELS;
/** Every label column, in the order of their terms. */
export const LABEL_COLUMNS = Object.keys(LABELS) as LabelColumn[];

/** What reviews can be filtered by. Ids of labels are their places in a list of names that is kept elsewhere. */
export interface ReviewFilters extends Readonly<Record<LabelColumn, MentionLists>> {
  /** 1 to 5. */
  readonly ratings: Uint8Array;
  /** When each was last changed, whole seconds since the epoch. */
  readonly updated: Uint32Array;
}

/** Null represents a label that no review has: nothing matches. */
type LabelFilters = { readonly [Column in LabelColumn as (typeof LABELS)[Column]]?: number | null | undefined };

/** The filters of a search, all of which must match. For a label, undefined filters nothing. */
export interface FilterQuery extends LabelFilters {
  /** Exactly this many stars. */
  readonly rating?: number | undefined;
  /** At least this many stars; need not be an integer. */
  readonly minRating?: number | undefined;
  /** At most this many stars; need not be an integer. */
  readonly maxRating?: number | undefined;
}

/** How many labels the reviews carry of each column. */
export type FilterCounts = Readonly<Record<LabelColumn, number>>;

/** Counts the labels of each column as one more than its highest id. */
export function countFilters(filters: ReviewFilters): FilterCounts {
  const counts = LABEL_COLUMNS.map((column) => [column, oneAboveHighest(filters[column].ids)]);
  return Object.fromEntries(counts) as FilterCounts;
}

/** How many terms there are in all; terms are numbers from 0 on. */
export function filterTermCount(counts: FilterCounts): number {
  return LABEL_COLUMNS.reduce((sum, column) => sum + counts[column], FIRST_LABEL);
}

/** Puts the reviews [`first`, `end`) into the bitmaps of their terms, column after column. */
export function fillFilterSets(
  filters: ReviewFilters,
  counts: FilterCounts,
  bitmaps: Bitmaps,
  { first, end }: { readonly first: number; readonly end: number },
): void {
  for (let ordinal = first; ordinal < end; ordinal++) {
    const rating = filters.ratings[ordinal] ?? 1;
    bitmaps.add(ratingTerm(rating), ordinal - first);
    for (let min = 2; min < HIGHEST_RATING && min <= rating; min++) bitmaps.add(minRatingTerm(min), ordinal - first);
    for (let max = 4; max > 1 && max >= rating; max--) bitmaps.add(maxRatingTerm(max), ordinal - first);
  }
  let firstTerm = FIRST_LABEL;
  for (const column of LABEL_COLUMNS) {
    const { offsets, ids } = filters[column];
    let at = offsets[first] ?? 0;
    for (let ordinal = first; ordinal < end; ordinal++) {
      for (const last = offsets[ordinal + 1] ?? 0; at < last; at++) {
        bitmaps.add(firstTerm + (ids[at] ?? 0), ordinal - first);
      }
    }
    firstTerm += counts[column];
  }
}

/** The terms that a match must have; null when nothing can match. */
export function filterTermsFor(query: FilterQuery, counts: FilterCounts): number[] | null {
  const terms = ratingTermsFor(query);
  if (terms === null) return null;
  let first = FIRST_LABEL;
  for (const column of LABEL_COLUMNS) {
    const label = query[LABELS[column]];
    if (label === null || (label !== undefined && label >= counts[column])) return null;
    if (label !== undefined) terms.push(first + label);
    first += counts[column];
  }
  return terms;
}

/** The term of the reviews with exactly this many stars, 1 to 5. */
export function ratingTerm(rating: number): number {
  return rating - 1;
}

function ratingTermsFor({ rating, minRating = 1, maxRating = HIGHEST_RATING }: FilterQuery): number[] | null {
  const lowest = Math.max(1, Math.ceil(minRating));
  const highest = Math.min(HIGHEST_RATING, Math.floor(maxRating));
  if (lowest > highest) return null;
  const terms: number[] = [];
  if (rating !== undefined) {
    if (!Number.isInteger(rating) || rating < lowest || rating > highest) return null;
    return [ratingTerm(rating)];
  }
  if (lowest === highest) return [ratingTerm(lowest)];
  if (lowest > 1) terms.push(minRatingTerm(lowest));
  if (highest < HIGHEST_RATING) terms.push(maxRatingTerm(highest));
  return terms;
}

function minRatingTerm(minRating: number): number {
  return FIRST_MIN_RATING + minRating - 2;
}

function maxRatingTerm(maxRating: number): number {
  return FIRST_MAX_RATING + maxRating - 2;
}

function oneAboveHighest(ids: Uint16Array): number {
  let highest = 0;
  for (let at = 0; at < ids.length; at++) if ((ids[at] ?? 0) >= highest) highest = (ids[at] ?? 0) + 1;
  return highest;
}
