/**
 * Collections for the tests of the search index, and a search that is too plain to be wrong.
 *
 * @module
 */

import { LABELS, type LabelColumn, mapLabels } from "../../src/publication/filters.ts";
import {
  FoldedTextsWriter,
  type MentionLists,
  type SearchInput,
  type SearchRequest,
} from "../../src/publication/search/mod.ts";
import { foldText } from "../../src/review/mod.ts";

export interface SearchedReview {
  readonly text: string;
  readonly title: string | null;
  /** Seconds since the epoch. */
  readonly updated: number;
  readonly rating: number;
  /** yyyymmdd */
  readonly date: number;
  readonly labels: Readonly<Partial<Record<LabelColumn, readonly number[]>>>;
}

/** A review of which only some fields matter. */
export function searchedReview(fields: Partial<SearchedReview> = {}): SearchedReview {
  return { text: "", title: null, updated: 0, rating: 5, date: 20240101, labels: {}, ...fields };
}

/** The columns that an index is built from; reviews are given newest first. */
export function searchInput(reviews: readonly SearchedReview[]): SearchInput {
  const texts = new FoldedTextsWriter(reviews.length);
  for (const { text, title } of reviews) texts.add(text, title);
  return {
    reviewCount: reviews.length,
    texts: texts.finish(),
    ratings: Uint8Array.from(reviews, (review) => review.rating),
    dates: Int32Array.from(reviews, (review) => review.date),
    updated: Uint32Array.from(reviews, (review) => review.updated),
    labels: mapLabels(({ column }) => mentionLists(reviews.map(({ labels }) => labels[column] ?? []))),
  };
}

/** Ordinals of all matches, found by looking at every review. */
export function searchPlainly(reviews: readonly SearchedReview[], request: SearchRequest): number[] {
  const {
    rating,
    minRating = 1,
    maxRating = 5,
    since = 0,
    until = Number.POSITIVE_INFINITY,
    updatedSince = 0,
  } = request;
  const words = wordsIn(request.words ?? "");
  const carries = (labels: readonly number[], wanted: number | null | undefined) =>
    wanted === undefined || (wanted !== null && labels.includes(wanted));
  const needle = foldText(request.needle ?? "");
  const isMatch = (review: SearchedReview) =>
    (rating === undefined || review.rating === rating) &&
    review.rating >= minRating &&
    review.rating <= maxRating &&
    review.updated >= updatedSince &&
    review.date >= since &&
    review.date <= until &&
    LABELS.every(({ column }) => carries(review.labels[column] ?? [], request.labels?.[column])) &&
    [review.text, review.title ?? ""].some((text) => foldText(text).includes(needle)) &&
    words.every((word) => wordsIn(`${review.text}\n${review.title ?? ""}`).some((own) => own.startsWith(word)));
  const found = reviews.flatMap((review, ordinal) => (isMatch(review) ? [ordinal] : []));
  return inOrder(reviews, found, request);
}

function inOrder(reviews: readonly SearchedReview[], newestFirst: number[], request: SearchRequest): number[] {
  const stars = (ordinal: number) => reviews[ordinal]?.rating ?? 0;
  const grade = (ordinal: number) => gradeOf(reviews[ordinal] ?? searchedReview(), request);
  switch (request.order) {
    case "oldest":
      return newestFirst.toReversed();
    case "highest":
      return newestFirst.toSorted((a, b) => stars(b) - stars(a));
    case "lowest":
      return newestFirst.toSorted((a, b) => stars(a) - stars(b));
    case "relevant":
      return newestFirst.toSorted((a, b) => grade(a) - grade(b));
    default:
      return newestFirst;
  }
}

function gradeOf({ text, title }: SearchedReview, { needle = "", words = "" }: SearchRequest): number {
  const asked = wordsIn(`${needle} ${words}`);
  const ofTitle = wordsIn(title ?? "");
  if (asked.every((word) => ofTitle.some((own) => own.startsWith(word)))) return 0;
  const all = [...ofTitle, ...wordsIn(text)];
  return asked.every((word) => all.includes(word)) ? 1 : 2;
}

function wordsIn(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function mentionLists(lists: readonly (readonly number[])[]): MentionLists {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [ordinal, list] of lists.entries()) offsets[ordinal + 1] = offsets[ordinal]! + list.length;
  return { offsets, ids: Uint32Array.from(lists.flat()) };
}
