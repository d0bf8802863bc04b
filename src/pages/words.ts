/**
 * How the pages put figures, dates and the domain's codes into words.
 *
 * @module
 */
import { type AggregateRating, counted, groupedDigits, listed, monthInWords } from "../review/mod.ts";

export { counted, groupedDigits, listed, monthInWords };

/** A share of a whole, rounded to whole per cent; never "0%" of something or "100%" of less than all. */
export function percentage(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0%";
  if (part === whole) return "100%";
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}%`;
}

/** A rating as it is shown: two decimals at most, one at least. */
export function ratingInWords(rating: number): string {
  return rating.toFixed(2).replace(/0$/, "");
}

/**
 * How many reviews there are, and of how many somebody else than the business shows that the author was a customer:
 * "12 verified reviews", "12 reviews, 9 of them verified".
 */
export function reviewsInWords({ review_count: count, by_verification }: AggregateRating): string {
  const attested = by_verification.operator_attested?.review_count ?? 0;
  if (attested === 0) return counted(count, "verified review");
  const reviews = counted(count, "review");
  return attested === count
    ? `${reviews} that the business vouches for`
    : `${reviews}, ${groupedDigits(count - attested)} of them verified`;
}

/** A telephone number as it is read out in North America; others stay as they were given. */
export function telephoneInWords(number: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : number;
}

const LONGEST_TITLE = 70;

/** A title that fits the tab and the list of results it stands in. */
export function titleInWords(text: string): string {
  const isShort = text.length <= LONGEST_TITLE;
  return isShort
    ? text
    : `${text
        .slice(0, LONGEST_TITLE - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
