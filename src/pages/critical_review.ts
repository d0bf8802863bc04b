/**
 * The critical review that tells a visitor most: what somebody looks for who wants to know what can go wrong.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";

/** Stars up to which a review counts as critical. */
const CRITICAL_STARS = 3;
/** Of the newest so many: an old complaint says little about the work of today. */
const CANDIDATES = 40;
/** Text beyond this length adds nothing to the score. */
const LONG_TEXT = 600;
/** A text of one sentence explains nothing. */
const SHORT_TEXT = 60;

/** The ordinal of the most useful critical review; null where there is none with enough text. */
export function criticalReview(publication: Publication): number | null {
  const { ordinals } = publication.search({ max_rating: CRITICAL_STARS, limit: CANDIDATES });
  const rated = ordinals
    .map((ordinal, place) => ({ ordinal, score: usefulness(publication.reviewAt(ordinal), place) }))
    .filter(({ score }) => score > 0);
  const best = rated.reduce<{ ordinal: number; score: number } | null>(
    (one, other) => (one === null || other.score > one.score ? other : one),
    null,
  );
  return best?.ordinal ?? null;
}

/** By what it criticises, how much it says, whether the business answered, and how new it is: at place 0 the newest. */
export function usefulness({ text, aspects, reply }: Review, place: number): number {
  if (text.length < SHORT_TEXT) return 0;
  const criticised = aspects.filter(({ sentiment }) => sentiment === "negative" || sentiment === "mixed").length;
  const said = Math.min(text.length, LONG_TEXT) / LONG_TEXT;
  return 2 * Math.min(criticised, 4) + 3 * said + (reply === null ? 0 : 1) + 3 * (1 - place / CANDIDATES);
}
