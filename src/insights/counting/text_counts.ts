/**
 * Looks expressions up in the texts, as the search does, so that a search finds as many reviews as are reported.
 *
 * @module
 */
import { foldText } from "../../review/fold.ts";
import type { AspectId } from "../reading/aspects.ts";
import type { TalliedReview } from "./counted_review.ts";

/** A review with the aspects it speaks of. */
export interface SearchedText {
  readonly review: TalliedReview;
  readonly aspects: readonly AspectId[];
}

export interface TextCounts {
  /** The reviews whose text holds a topic, newest first. */
  readonly topics: ReadonlyMap<string, readonly TalliedReview[]>;
  /** Expressions of an aspect, with the reviews that speak of it and hold them; most used first. */
  phrases(aspect: AspectId): { readonly text: string; readonly count: number }[];
}

/** Looks into each text once, for all topics and for the expressions of the aspects it speaks of. */
export function countTexts(
  texts: readonly SearchedText[],
  topics: readonly string[],
  phrases: ReadonlyMap<AspectId, readonly string[]>,
): TextCounts {
  const found = topics.map((topic) => ({ topic, needle: foldText(topic), reviews: [] as TalliedReview[] }));
  const counts = new Map(
    [...phrases].map(([aspect, own]) => [aspect, own.map((text) => ({ text, needle: foldText(text), count: 0 }))]),
  );
  for (const { review, aspects } of texts) {
    if (review.text === "") continue;
    const folded = foldText(review.text);
    for (const { needle, reviews } of found) if (folded.includes(needle)) reviews.push(review);
    for (const aspect of aspects) {
      for (const phrase of counts.get(aspect) ?? []) if (folded.includes(phrase.needle)) phrase.count++;
    }
  }
  return {
    topics: new Map(found.map(({ topic, reviews }) => [topic, reviews])),
    phrases: (aspect) => telling(counts.get(aspect) ?? []),
  };
}

/** Those that at least two reviews hold; of two, one inside the other, the one that more hold. */
function telling(counted: readonly { readonly text: string; readonly count: number }[]) {
  const ordered = counted
    .filter(({ count }) => count >= 2)
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1));
  return ordered.filter(
    ({ text }, i) => !ordered.slice(0, i).some((kept) => kept.text.includes(text) || text.includes(kept.text)),
  );
}
