/** The filters of a search as terms: every review has those of its rating and of all it mentions. */

const HIGHEST_RATING = 5;
const FIRST_MIN_RATING = HIGHEST_RATING;
/** Everything has at least 1 star, and at least 5 is exactly 5: terms are needed for 2 to 4, and as many for the most. */
const FIRST_MAX_RATING = FIRST_MIN_RATING + 3;
const FIRST_LABEL = FIRST_MAX_RATING + 3;

/** For each review a list of ids: those of review `i` are `ids[offsets[i]]` up to before `ids[offsets[i + 1]]`. */
export interface MentionLists {
  readonly offsets: Uint32Array;
  readonly ids: Uint32Array;
}

/** Columns of labels that reviews can be filtered by, in the order of their terms. */
type LabelLists = Readonly<Record<string, MentionLists>>;

/** What reviews can be filtered by. Ids of labels are their places in a list of names that is kept elsewhere. */
export interface ReviewFilters {
  readonly labels: LabelLists;
  /** 1 to 5. */
  readonly ratings: Uint8Array;
  /** When each was last changed, whole seconds since the epoch. */
  readonly updated: Uint32Array;
}

/** The filters of a search, all of which must match. */
export interface FilterQuery {
  /** The label to have of each column. Null is one that no review has: nothing matches. */
  readonly labels?: Readonly<Record<string, number | null | undefined>> | undefined;
  /** Exactly this many stars. */
  readonly rating?: number | undefined;
  /** At least this many stars; need not be an integer. */
  readonly minRating?: number | undefined;
  /** At most this many stars; need not be an integer. */
  readonly maxRating?: number | undefined;
}

/** How many labels the reviews carry of each column. */
export type FilterCounts = Readonly<Record<string, number>>;

/** Counts the labels of each column as one more than its highest id. */
export function countFilters({ labels }: ReviewFilters): FilterCounts {
  return Object.fromEntries(Object.entries(labels).map(([column, { ids }]) => [column, oneAboveHighest(ids)]));
}

/** How many terms there are in all; terms are numbers from 0 on. */
export function filterTermCount(counts: FilterCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, FIRST_LABEL);
}

/**
 * Visits each term of the reviews [`first`, `end`) with the position of the review, column after column; positions of a term
 * ascend, and one that a review has twice is visited twice.
 */
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

/** The terms that a match must have; null when nothing can match. */
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

/** The term of the reviews with a label of a column. */
export function labelTerm(column: string, label: number, counts: FilterCounts): number {
  const columns = Object.keys(counts);
  const before = columns.slice(0, columns.indexOf(column));
  return before.reduce((sum, each) => sum + (counts[each] ?? 0), FIRST_LABEL + label);
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

function oneAboveHighest(ids: Uint32Array): number {
  let highest = 0;
  for (let at = 0; at < ids.length; at++) if ((ids[at] ?? 0) >= highest) highest = (ids[at] ?? 0) + 1;
  return highest;
}
