/** How the business does of late and how it answers criticism, each with the search that finds its reviews. */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { daysToReply } from "../review/mod.ts";
import { countFound, meanStars, reviewsOf, starCounts } from "./entity.ts";

/** Fewer reviews do not show a habit. */
const MIN_REVIEWS = 5;
const MAX_READ = 100;

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
  return rating === null || count < MIN_REVIEWS || count === publication.reviewCount ? null : { rating, count, query };
}

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
  if (whole < MIN_REVIEWS) return null;
  const query = { ...critical, has_reply: true };
  const match = publication.search({ ...query, limit: MAX_READ });
  const days = reviewsOf(publication, match)
    .flatMap(({ date, date_precision: precision, reply }) => {
      return daysToReply({ date, precision, replyDate: reply?.date ?? null }) ?? [];
    })
    .toSorted((one, other) => one - other);
  const median = days.length < MIN_REVIEWS ? null : Math.max(1, days[Math.floor(days.length / 2)] ?? 1);
  return { answered: match.total, whole, days: median, query };
}
