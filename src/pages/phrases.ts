/**
 * What several pages say in the same words, in the language of the page.
 *
 * @module
 */
import type { Words } from "../languages/mod.ts";
import {
  type AggregateRating,
  ASPECT_IDS,
  type Business,
  type DatedReview,
  knownDate,
  sourceName,
} from "../review/mod.ts";

/**
 * How many reviews there are, and of how many somebody else than the business shows that the author was a customer:
 * "12 verified reviews", "12 reviews, 9 of them verified".
 */
export function reviewsPhrase(words: Words, { review_count: count, by_verification }: AggregateRating): string {
  const attested = by_verification.operator_attested?.review_count ?? 0;
  if (attested === 0) return words.say("count.verifiedReviews", { count });
  if (attested === count) return words.say("reviews.attested", { count });
  const reviews = words.say("count.reviews", { count });
  return words.say("reviews.partlyVerified", { reviews, verified: count - attested });
}

/** "4.7 out of 5 stars". */
export function starsPhrase(words: Words, rating: number): string {
  return words.say("stars.of5", { count: Number(rating.toFixed(2)) });
}

/** As much of a review's date as is sure: its day, its month or its year. */
export function reviewDatePhrase(words: Words, review: DatedReview): string {
  const known = knownDate(review);
  if (known.length === 4) return known;
  return known.length === 7 ? words.month(review.date) : words.date(review.date);
}

/** The name of a source, where there is little room. */
export function sourceLabel(words: Words, name: string): string {
  return name === "direct" ? words.say("source.short") : sourceName(name);
}

/** Where a review was written, as a phrase. */
export function sourcePhrase(words: Words, name: string): string {
  return name === "direct" ? words.say("source.direct") : words.say("source.writtenOn", { source: sourceName(name) });
}

/** The business and its rating in a sentence. */
export function descriptionPhrase(words: Words, business: Business, rating: AggregateRating): string {
  if (rating.rating_value === null) return words.say("business.unrated", { business: business.name });
  return words.say("business.rated", {
    business: business.name,
    stars: starsPhrase(words, rating.rating_value),
    reviews: reviewsPhrase(words, rating),
  });
}

/** The name of an aspect. */
export function aspectPhrase(words: Words, { id, name }: { readonly id: string; readonly name: string }): string {
  const known = ASPECT_IDS.find((aspect) => aspect === id);
  return known === undefined ? name : words.say(`aspect.${known}`);
}
