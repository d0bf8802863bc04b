/**
 * How the pages put figures, dates and the domain's codes into words.
 *
 * @module
 */
import {
  type AggregateRating,
  type Business,
  type CalendarDate,
  counted,
  type DatedReview,
  groupedDigits,
  knownDate,
  listed,
  monthInWords,
  monthName,
  sourceName,
  type VerificationMethod,
  type WithholdingReason,
} from "../review/mod.ts";

export { counted, groupedDigits, listed, monthInWords };

/** "3 March 2025": spelled the same everywhere, so that no reader takes day for month. */
export function dateInWords(date: CalendarDate): string {
  return `${Number(date.slice(8, 10))} ${monthInWords(date)}`;
}

/** As much of a review's date as is sure: "3 March 2025", "March 2025", "2025". */
export function reviewDateInWords(review: DatedReview): string {
  const known = knownDate(review);
  if (known.length === 4) return known;
  return known.length === 7 ? monthInWords(review.date) : dateInWords(review.date);
}

/** "Mar". */
export function shortMonth(date: CalendarDate): string {
  return monthName(date).slice(0, 3);
}

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

const TYPES: Readonly<Record<Business["type"], string>> = {
  Plumber: "Plumber",
  HVACBusiness: "Heating and cooling",
  Electrician: "Electrician",
  RoofingContractor: "Roofing contractor",
  HousePainter: "House painter",
  Locksmith: "Locksmith",
  MovingCompany: "Moving company",
  GeneralContractor: "General contractor",
  HomeAndConstructionBusiness: "Home services",
  LocalBusiness: "Local business",
};

/** What kind of business it is. */
export function businessTypeInWords(type: Business["type"]): string {
  return TYPES[type];
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

/** What each method means, for the page that explains them. */
export const VERIFICATION_EXPLANATIONS: Readonly<Record<VerificationMethod, string>> = {
  job_record:
    "The customer was found in the business’s list of finished jobs: by invoice number, by e-mail address or telephone number, or by the whole name and a date not long before the review. The list itself stays private.",
  invitation: "After a finished job the customer was sent a link that works once, and wrote the review through it.",
  platform: "The site where the review was written checks its authors itself. The site is named beside the review.",
  operator_attested:
    "The business says that the author was a customer. Nobody else has checked it, so such reviews are counted apart and carry no tick.",
  none: "Nothing shows that the author was a customer. Such reviews are kept and counted, but not published.",
};

/** Reasons for withholding a review, in words for visitors. */
export const WITHHOLDING_LABELS: Readonly<Record<WithholdingReason, string>> = {
  unverified: "Not verified",
  hidden_at_source: "Hidden by the site it was written on",
  duplicate: "Duplicate of another review",
  spam: "Spam",
  privacy: "Privacy of a person",
  legal: "Legal order",
  insider: "Written by an owner, employee or relative",
};

/** Where a review was written, as a phrase; names that are not known get a capital letter. */
export function sourceInWords(name: string): string {
  return name === "direct" ? "Written to the business" : `Written on ${sourceName(name)}`;
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

/** "4 out of 5 stars", "4.7 out of 5 stars". */
export function starsInWords(rating: number): string {
  return `${Number.isInteger(rating) ? rating : ratingInWords(rating)} out of 5 stars`;
}

/** The business and its rating in a sentence. */
export function descriptionInWords(business: Business, aggregateRating: AggregateRating): string {
  const { rating_value: rating } = aggregateRating;
  if (rating === null) return `Customer reviews of ${business.name}, each with how it was verified.`;
  return `${business.name}: ${starsInWords(rating)} from ${reviewsInWords(aggregateRating)}, published in full.`;
}
