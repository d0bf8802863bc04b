/**
 * The filters of a search as terms: every review has those of its rating and of all it mentions.
 *
 * @module
 */

const HIGHEST_RATING = 5;
const FIRST_MIN_RATING = HIGHEST_RATING;
/** Everything has at least 1 star, and at least 5 is exactly 5: terms are needed for 2 to 4. */
const FIRST_TECHNICIAN = FIRST_MIN_RATING + 3;

/** For each review a list of ids: those of review `i` are `ids[offsets[i]]` up to before `ids[offsets[i + 1]]`. */
export interface MentionLists {
  readonly offsets: Uint32Array;
  readonly ids: Uint16Array;
}

/** What reviews can be filtered by. Ids of technicians and services are their places in the catalog. */
export interface ReviewFilters {
  /** 1 to 5. */
  readonly ratings: Uint8Array;
  readonly technicians: MentionLists;
  readonly services: MentionLists;
}

export interface FilterQuery {
  /** Exactly this many stars. */
  readonly rating?: number | undefined;
  /** At least this many stars; need not be an integer. */
  readonly minRating?: number | undefined;
  /** Null stands for a technician whom the catalog does not know: nothing matches. */
  readonly technician?: number | null | undefined;
  /** Null stands for a service that the catalog does not know: nothing matches. */
  readonly service?: number | null | undefined;
}

/** How many ids the reviews mention of each kind. */
export interface FilterCounts {
  readonly technicians: number;
  readonly services: number;
}

export function countFilters({ technicians, services }: ReviewFilters): FilterCounts {
  return { technicians: oneAboveHighest(technicians.ids), services: oneAboveHighest(services.ids) };
}

/** How many terms there are in all; terms are numbers from 0 on. */
export function filterTermCount({ technicians, services }: FilterCounts): number {
  return FIRST_TECHNICIAN + technicians + services;
}

/** The terms of one review; one may come twice. */
export function filterTermsOf(filters: ReviewFilters, counts: FilterCounts, ordinal: number): number[] {
  const rating = filters.ratings[ordinal]!;
  const terms = [rating - 1];
  for (let min = 2; min < HIGHEST_RATING && min <= rating; min++) terms.push(minRatingTerm(min));
  for (const id of mentionsOf(filters.technicians, ordinal)) terms.push(FIRST_TECHNICIAN + id);
  for (const id of mentionsOf(filters.services, ordinal)) terms.push(FIRST_TECHNICIAN + counts.technicians + id);
  return terms;
}

/** The terms that a match must have, those that fewest reviews have first; null when nothing can match. */
export function filterTermsFor(
  { rating, minRating, technician, service }: FilterQuery,
  counts: FilterCounts,
): number[] | null {
  const terms: number[] = [];
  if (technician !== undefined) {
    if (technician === null || technician >= counts.technicians) return null;
    terms.push(FIRST_TECHNICIAN + technician);
  }
  if (service !== undefined) {
    if (service === null || service >= counts.services) return null;
    terms.push(FIRST_TECHNICIAN + counts.technicians + service);
  }
  if (rating !== undefined) {
    if (!Number.isInteger(rating) || rating < 1 || rating > HIGHEST_RATING) return null;
    terms.push(rating - 1);
  }
  const lowest = Math.ceil(minRating ?? 1);
  if (lowest > HIGHEST_RATING) return null;
  if (lowest > 1) terms.push(lowest === HIGHEST_RATING ? HIGHEST_RATING - 1 : minRatingTerm(lowest));
  return terms;
}

function minRatingTerm(minRating: number): number {
  return FIRST_MIN_RATING + minRating - 2;
}

function mentionsOf({ offsets, ids }: MentionLists, ordinal: number): Uint16Array {
  return ids.subarray(offsets[ordinal], offsets[ordinal + 1]);
}

function oneAboveHighest(ids: Uint16Array): number {
  return ids.reduce((highest, id) => Math.max(highest, id + 1), 0);
}
