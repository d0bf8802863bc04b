/** Filters as terms: every review has those of its rating and of all it mentions. */

const HIGHEST_RATING = 5;
const FIRST_MIN_RATING = HIGHEST_RATING;
/** At least 1 is everything and at least 5 is exactly 5, so 2 to 4 have terms. */
const FIRST_MAX_RATING = FIRST_MIN_RATING + 3;
const FIRST_LABEL = FIRST_MAX_RATING + 3;

/** Those of review `i` are `ids[offsets[i]]` up to before `ids[offsets[i + 1]]`. */
export interface MentionLists {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

/** Mention lists by column, in the order of their terms. */
type LabelLists = Readonly<Record<string, MentionLists>>;

/** Labels are indices in a list of names kept elsewhere. */
export interface ReviewFilters {
  readonly labels: LabelLists;
  readonly ratings: Uint8Array;
  /** Times in seconds. */
  readonly updated: Uint32Array;
}

/** All must match. */
export interface FilterQuery {
  /** Labels by column; null is a label that no review has. */
  readonly labels?: Readonly<Record<string, number | null | undefined>> | undefined;
  readonly rating?: number | undefined;
  /** Minimum and maximum need not be integers. */
  readonly minRating?: number | undefined;
  readonly maxRating?: number | undefined;
}

/** Labels by column. */
export type FilterCounts = Readonly<Record<string, number>>;

/** One more than the highest id of each column. */
export function countFilters({ labels }: ReviewFilters): FilterCounts {
  return Object.fromEntries(Object.entries(labels).map(([column, { ids }]) => [column, oneAboveHighest(ids)]));
}

export function filterTermCount(counts: FilterCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, FIRST_LABEL);
}

/** Visits the terms of [`first`, `end`), column after column; positions of a term ascend, and may repeat. */
export function forEachFilterTerm(
  filters: ReviewFilters,
  counts: FilterCounts,
  { first, end }: { readonly first: number; readonly end: number },
  visit: (term: number, position: number) => void,
): void {
  for (let ordinal = first; ordinal < end; ordinal++) {
    const rating = filters.ratings[ordinal] ?? 1;
    visit(ratingTerm(rating), ordinal - first);
    for (let min = 2; min < HIGHEST_RATING && min <= rating; min++) visit(minRatingTerm(min), ordinal - first);
    for (let max = 4; max > 1 && max >= rating; max--) visit(maxRatingTerm(max), ordinal - first);
  }
  let firstTerm = FIRST_LABEL;
  for (const [column, { offsets, ids }] of Object.entries(filters.labels)) {
    let at = offsets[first] ?? 0;
    for (let ordinal = first; ordinal < end; ordinal++) {
      for (const last = offsets[ordinal + 1] ?? 0; at < last; at++) visit(firstTerm + (ids[at] ?? 0), ordinal - first);
    }
    firstTerm += counts[column] ?? 0;
  }
}

/** Null when nothing can match. */
export function filterTermsFor(query: FilterQuery, counts: FilterCounts): number[] | null {
  const terms = ratingTermsFor(query);
  if (terms === null) return null;
  let first = FIRST_LABEL;
  for (const column in counts) {
    const count = counts[column] ?? 0;
    const label = query.labels?.[column];
    if (label === null || (label !== undefined && label >= count)) return null;
    if (label !== undefined) terms.push(first + label);
    first += count;
  }
  return terms;
}

export function labelTerm(column: string, label: number, counts: FilterCounts): number {
  const columns = Object.keys(counts);
  const before = columns.slice(0, columns.indexOf(column));
  return before.reduce((sum, each) => sum + (counts[each] ?? 0), FIRST_LABEL + label);
}

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

function oneAboveHighest(ids: Uint32Array): number {
  let highest = 0;
  for (let at = 0; at < ids.length; at++) if ((ids[at] ?? 0) >= highest) highest = (ids[at] ?? 0) + 1;
  return highest;
}
