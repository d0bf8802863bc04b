/**
 * Collections for the tests of the search index, and a search that is too plain to be wrong.
 *
 * @module
 */
import {
  FoldedTextsWriter,
  type MentionLists,
  type SearchInput,
  type SearchRequest,
} from "../../src/publication/search/mod.ts";
import { foldText } from "../../src/review/mod.ts";

export interface SearchedReview {
  readonly text: string;
  readonly rating: number;
  /** yyyymmdd */
  readonly date: number;
  readonly technicians: readonly number[];
  readonly services: readonly number[];
  readonly areas: readonly number[];
  readonly aspects: readonly number[];
  readonly languages: readonly number[];
}

const NO_LABELS = { technicians: [], services: [], areas: [], aspects: [], languages: [] };

/** A review of which only some fields matter. */
export function searchedReview(fields: Partial<SearchedReview> = {}): SearchedReview {
  return { text: "", rating: 5, date: 20240101, ...NO_LABELS, ...fields };
}

/** The columns that an index is built from; reviews are given newest first. */
export function searchInput(reviews: readonly SearchedReview[]): SearchInput {
  const texts = new FoldedTextsWriter(reviews.length);
  for (const { text } of reviews) texts.add(text);
  return {
    reviewCount: reviews.length,
    texts: texts.finish(),
    ratings: Uint8Array.from(reviews, (review) => review.rating),
    dates: Int32Array.from(reviews, (review) => review.date),
    technicians: mentionLists(reviews.map((review) => review.technicians)),
    services: mentionLists(reviews.map((review) => review.services)),
    areas: mentionLists(reviews.map((review) => review.areas)),
    aspects: mentionLists(reviews.map((review) => review.aspects)),
    languages: mentionLists(reviews.map((review) => review.languages)),
  };
}

/** Ordinals of all matches, found by looking at every review. */
export function searchPlainly(reviews: readonly SearchedReview[], request: SearchRequest): number[] {
  const { rating, minRating = 1, since = 0, until = Number.POSITIVE_INFINITY } = request;
  const carries = (labels: readonly number[], wanted: number | null | undefined) =>
    wanted === undefined || (wanted !== null && labels.includes(wanted));
  const needle = foldText(request.needle ?? "");
  const isMatch = (review: SearchedReview) =>
    (rating === undefined || review.rating === rating) &&
    review.rating >= minRating &&
    review.date >= since &&
    review.date <= until &&
    carries(review.technicians, request.technician) &&
    carries(review.services, request.service) &&
    carries(review.areas, request.area) &&
    carries(review.aspects, request.aspect) &&
    carries(review.languages, request.language) &&
    foldText(review.text).includes(needle);
  return reviews.flatMap((review, ordinal) => (isMatch(review) ? [ordinal] : []));
}

function mentionLists(lists: readonly (readonly number[])[]): MentionLists {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [ordinal, list] of lists.entries()) offsets[ordinal + 1] = offsets[ordinal]! + list.length;
  return { offsets, ids: Uint16Array.from(lists.flat()) };
}
