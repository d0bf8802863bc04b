/** An answer of the publication as a value. */
import type { Publication, ReviewsAnswer } from "../../src/publication/mod.ts";
import type { Review } from "../../src/review/mod.ts";

/** Its members are in the order in which `answerJson()` writes them. */
export function answerValue<Head extends object, Tail extends object>(
  publication: Publication,
  { head, ordinals, tail }: ReviewsAnswer<Head, Tail>,
): Head & { reviews: Review[] } & Tail {
  return { ...head, reviews: ordinals.map((ordinal) => publication.reviewAt(ordinal)), ...tail };
}
