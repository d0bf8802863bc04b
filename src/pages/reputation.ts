/**
 * What a customer asks of a business before calling: how it does of late, how it answers criticism, which prices its
 * reviews name. Counted from the publication alone, each with the search that finds its reviews.
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { countFound, type Mentioned, meanStars, reviewsOf, starCounts } from "./entity.ts";
import type { Quote } from "./insights_view.ts";

/** Fewer reviews say nothing of a habit. */
const FEWEST = 5;
/** Reviews that are read for a habit or for prices: the newest that match. */
const MOST_READ = 100;
const DAY_MS = 86_400_000;

/** A mean of stars, and the search for the reviews behind it. */
interface RecentRating {
  readonly rating: number;
  readonly count: number;
  readonly query: SearchQuery;
}

/** The rating of the twelve months before the newest publication; null for fewer than five reviews, or when these are all. */
export function recentRating(publication: Publication): RecentRating | null {
  const date = new Date(publication.publishedAt);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  const query = { since: date.toISOString().slice(0, 10) };
  const counts = starCounts(publication, { query });
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  const rating = meanStars(counts);
  return rating === null || count < FEWEST || count === publication.reviewCount ? null : { rating, count, query };
}

/** How many reviews of three stars or fewer were answered, and in how many days most of them. */
export interface ReplyHabit {
  readonly answered: number;
  readonly whole: number;
  /** The median of the dated replies; null where too few are dated. */
  readonly days: number | null;
  readonly query: SearchQuery;
}

/** Null for fewer than five critical reviews. */
export function replyHabit(publication: Publication): ReplyHabit | null {
  const critical = { max_rating: 3 };
  const whole = countFound(publication, critical);
  if (whole < FEWEST) return null;
  const query = { ...critical, has_reply: true };
  const match = publication.search({ ...query, limit: MOST_READ });
  const days = reviewsOf(publication, match)
    .flatMap(daysToReply)
    .toSorted((one, other) => one - other);
  const median = days.length < FEWEST ? null : Math.max(1, days[Math.floor(days.length / 2)] ?? 1);
  return { answered: match.total, whole, days: median, query };
}

function daysToReply({ date, date_precision, reply }: Review): number[] {
  if (!reply?.date || date_precision) return [];
  const days = (Date.parse(reply.date) - Date.parse(date)) / DAY_MS;
  return days < 0 ? [] : [days];
}

const PRICE = /[$£€]\s?\d[\d.,]*|\d[\d.,]*\s?(?:€|(?:EUR|Euros?|CHF|USD|GBP|Franken)(?![\p{L}]))/giu;
/** The longest sentence worth quoting for the price in it. */
const LONGEST_QUOTE = 200;

/** A price that a customer named, in the sentence that names it. */
interface NamedPrice extends Quote {
  readonly price: string;
}

/** The first price that each of the newest reviews of an entry names, or of all reviews. */
export function namedPrices(publication: Publication, query: Mentioned["query"] = {}): NamedPrice[] {
  const reviews = reviewsOf(publication, publication.search({ ...query, limit: MOST_READ }));
  return reviews.flatMap(({ id, rating, language, date, date_precision, text }) => {
    const sentence = text.split(/(?<=[.!?…])\s+|\n+/).find((part) => part.search(PRICE) >= 0);
    const price = sentence?.match(PRICE)?.[0].replace(/[.,]+$/, "");
    if (sentence === undefined || price === undefined || sentence.length > LONGEST_QUOTE) return [];
    return [{ price, review_id: id, quote: sentence.trim(), language, rating, date, date_precision }];
  });
}
