import { describeAspect, type Words } from "../languages/mod.ts";
import {
  type AggregateRating,
  ASPECT_IDS,
  type AspectId,
  type Business,
  type DatedReview,
  knownDate,
  sourceName,
} from "../review/mod.ts";

/**
 * "12 verified reviews", "12 reviews, 9 of them verified"; where that is less than half, the sites that they are from: "36
 * reviews from Google and Yelp".
 */
export function reviewsPhrase(words: Words, rating: AggregateRating): string {
  const { review_count: count } = rating;
  const verified = verifiedCount(rating);
  if (verified === count) return words.say("count.verifiedReviews", { count });
  const reviews = words.say("count.reviews", { count });
  if (isMostlyVerified(rating)) return words.say("reviews.partlyVerified", { reviews, verified });
  const sources = sourceNames(words, rating);
  return sources === "" ? reviews : words.say("reviews.from", { reviews, sources });
}

export function verifiedCount({ review_count, by_verification }: AggregateRating): number {
  return review_count - (by_verification.operator_attested?.review_count ?? 0);
}

export function isMostlyVerified(rating: AggregateRating): boolean {
  return 2 * verifiedCount(rating) >= rating.review_count;
}

const MAX_NAMED = 2;

/** "Google, Yelp and 2 more sites", most reviews first; empty where all were written to the business itself. */
function sourceNames(words: Words, { by_source }: AggregateRating): string {
  const names = Object.keys(by_source).toSorted(
    (one, other) => (by_source[other]?.review_count ?? 0) - (by_source[one]?.review_count ?? 0),
  );
  if (names.every((name) => name === "direct")) return "";
  const labels = names.map((name) => (name === "direct" ? words.say("source.here") : sourceName(name)));
  const isLong = labels.length > MAX_NAMED + 1;
  const others = isLong ? [words.say("source.others", { count: labels.length - MAX_NAMED })] : [];
  return words.list([...labels.slice(0, isLong ? MAX_NAMED : undefined), ...others]);
}

export function starsPhrase(words: Words, rating: number): string {
  return words.say("stars.of5", { count: Number(rating.toFixed(1)) });
}

/** Review date to its known precision: day, month or year. */
export function reviewDatePhrase(words: Words, review: DatedReview): string {
  const known = knownDate(review);
  if (known.length === 4) return known;
  return known.length === 7 ? words.month(review.date) : words.date(review.date);
}

/** "2026-Q2" as "Q2 2026", in the letter of the language; "2026-05" as data have it. */
export function formatPeriod(words: Words, period: string): string {
  return period.includes("Q") ? `${formatQuarter(words, period)} ${period.slice(0, 4)}` : period;
}

export function formatQuarter(words: Words, period: string): string {
  return words.say("trend.quarter", { quarter: period.slice(period.indexOf("Q") + 1) });
}

export function sourcePhrase(words: Words, name: string): string {
  return name === "direct" ? words.say("source.direct") : words.say("source.writtenOn", { source: sourceName(name) });
}

export function descriptionPhrase(words: Words, business: Business, rating: AggregateRating): string {
  if (rating.rating_value === null) return words.say("business.unrated", { business: business.name });
  return words.say("business.rated", {
    business: business.name,
    stars: starsPhrase(words, rating.rating_value),
    reviews: reviewsPhrase(words, rating),
  });
}

/** Names an aspect; those that are not ours have a name of their own. */
const aspectNamed =
  (inWords: (words: Words, id: AspectId) => string) =>
  (words: Words, { id, name }: { readonly id: string; readonly name: string }): string => {
    const known = ASPECT_IDS.find((aspect) => aspect === id);
    return known === undefined ? name : inWords(words, known);
  };

export const aspectPhrase = aspectNamed((words, id) => words.say(`aspect.${id}`));
export const aspectWithin = aspectNamed(describeAspect);
export const topicPhrase = aspectNamed((words, id) => words.say(`topic.${id}`));

export function ratingOrNone(words: Words, rating: number | null): string {
  return rating === null ? words.say("rating.none") : words.rating(rating);
}

/** A rating as it is shown in English: one decimal. */
export function formatRating(rating: number): string {
  return rating.toFixed(1);
}

/** How the numbers of a country are written within it; the first row that fits, by the digits of E.164. */
const TELEPHONES: readonly (readonly [pattern: RegExp, written: string])[] = [
  [/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3"],
  [/^\+44(2\d)(\d{4})(\d{4})$/, "0$1 $2 $3"],
  [/^\+44(1\d1|11\d|3\d\d|8\d\d)(\d{3})(\d{4})$/, "0$1 $2 $3"],
  [/^\+44(\d{4})(\d{6})$/, "0$1 $2"],
  [/^\+33(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "0$1 $2 $3 $4 $5"],
  [/^\+34(\d{3})(\d\d)(\d\d)(\d\d)$/, "$1 $2 $3 $4"],
  [/^\+41(\d\d)(\d{3})(\d\d)(\d\d)$/, "0$1 $2 $3 $4"],
  [/^\+61([2378])(\d{4})(\d{4})$/, "(0$1) $2 $3"],
  [/^\+61(4\d\d)(\d{3})(\d{3})$/, "0$1 $2 $3"],
  [/^\+49(30|40|69|89)(\d+)$/, "0$1 $2"],
  [/^\+49(1[5-7]\d|[2-9]\d[01])(\d+)$/, "0$1 $2"],
  [/^\+49(\d{4})(\d+)$/, "0$1 $2"],
  [/^\+43(1|[2-9]\d\d)(\d+)$/, "0$1 $2"],
];

/** A telephone number as it is written where it rings; others stay as they were given. */
export function formatTelephone(number: string): string {
  const plain = number.replaceAll(/[\s().-]/g, "");
  const row = TELEPHONES.find(([pattern]) => pattern.test(plain));
  return row ? plain.replace(...row) : number;
}

const MAX_TITLE_LENGTH = 70;

/** A title that fits the tab and the list of results it stands in: a shorter one, or its beginning, where it is too long. */
export function formatTitle(text: string, shorter = text): string {
  return text.length <= MAX_TITLE_LENGTH ? text : abridged(shorter, MAX_TITLE_LENGTH);
}

/** At most so many characters of a text, up to the end of a word if there is one nearby, and three dots where it is cut. */
export function abridged(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max).toWellFormed();
  return `${cut.replace(/(?:\s+\S{0,15}|.)$/u, "").trimEnd()}…`;
}
