/**
 * Looks expressions up in the texts, as the search does, so that a search finds as many reviews as are reported.
 *
 * @module
 */
import type { AspectId } from "../reading/aspects.ts";
import type { Judgement } from "../reading/judgements.ts";
import type { TalliedReview } from "./counted_review.ts";
import { ExpressionFinder } from "./expression_finder.ts";

/** A review with what it says of aspects. */
export interface JudgedText {
  readonly review: TalliedReview;
  readonly judgements: readonly Judgement[];
}

export interface TextCounts {
  /** The reviews whose words hold a topic, newest first. */
  readonly topics: ReadonlyMap<string, readonly JudgedText[]>;
  /** Expressions of an aspect, with the reviews that speak of it and hold them; most used first. */
  phrases(aspect: AspectId): { readonly text: string; readonly count: number }[];
}

/** Looks into each text once, for all topics and for the expressions of the aspects it speaks of. */
export function countTexts(
  texts: readonly JudgedText[],
  topics: readonly string[],
  phrases: ReadonlyMap<AspectId, readonly string[]>,
): TextCounts {
  const ofTopics = topics.map((topic) => ({ topic, reviews: [] as JudgedText[] }));
  const ofPhrases = [...phrases].flatMap(([aspect, own]) => own.map((text) => ({ aspect, text, count: 0 })));
  const finder = new ExpressionFinder([...topics, ...ofPhrases.map(({ text }) => text)]);
  for (const text of texts) {
    for (const index of finder.in(text.review.text, text.review.title)) {
      ofTopics[index]?.reviews.push(text);
      const phrase = ofPhrases[index - topics.length];
      if (phrase && text.judgements.some(({ aspect }) => aspect === phrase.aspect)) phrase.count++;
    }
  }
  return {
    topics: new Map(ofTopics.map(({ topic, reviews }) => [topic, reviews])),
    phrases: (aspect) => telling(ofPhrases.filter((phrase) => phrase.aspect === aspect)),
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
