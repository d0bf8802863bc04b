/**
 * The figures of a technician or service, each counted by the search that stands beside it.
 *
 * @module
 */
import { intervalOf } from "../../insights/mod.ts";
import type { Publication, SearchQuery } from "../../publication/mod.ts";
import { ASPECT_IDS, type AspectId } from "../../review/mod.ts";
import type { TrendPeriod } from "../insights_view.ts";
import type { Mentioned } from "./mentioned.ts";

/** Fewer reviews that speak of an aspect say nothing of it. */
const FEWEST_OF_ASPECT = 3;

/** A number of reviews out of others, with the 95 % interval of its share. */
export interface Share {
  readonly count: number;
  readonly whole: number;
  readonly query: SearchQuery;
  readonly interval: NonNullable<ReturnType<typeof intervalOf>>;
}

/** What the reviews that mention an entry say of an aspect. */
export interface AspectFigures {
  readonly aspect: AspectId;
  readonly count: number;
  readonly query: SearchQuery;
  readonly praise: Share;
  readonly blame: Share;
}

/** How many reviews a search finds. */
function countOf(publication: Publication, query: SearchQuery): number {
  return publication.search({ ...query, limit: 1 }).total;
}

/** A part of these reviews; null of nothing. */
function shareOf(publication: Publication, query: SearchQuery, whole: number): Share | null {
  const count = countOf(publication, query);
  const interval = intervalOf(count, whole);
  return interval && { count, whole, query, interval };
}

/** How many of all reviews mention an entry. */
export function mentionShare(publication: Publication, { query }: Mentioned): Share | null {
  return shareOf(publication, query, publication.reviewCount);
}

/** How many of these reviews give four or five stars. */
export function satisfiedShare(publication: Publication, { query, count }: Mentioned): Share | null {
  return shareOf(publication, { ...query, min_rating: 4 }, count);
}

/** The reviews of an entry by stars, five first. */
export function starCounts(publication: Publication, { query }: Mentioned) {
  return [5, 4, 3, 2, 1].map((rating) => {
    const asked = { ...query, rating };
    return { stars: rating, query: asked, count: countOf(publication, asked) };
  });
}

/** The mean of stars; null of none. */
export function meanOf(counts: readonly { readonly stars: number; readonly count: number }[]): number | null {
  const whole = counts.reduce((sum, { count }) => sum + count, 0);
  return whole === 0 ? null : counts.reduce((sum, { stars, count }) => sum + stars * count, 0) / whole;
}

/** The aspects of these reviews, most spoken of first. */
export function aspectFigures(publication: Publication, { query }: Mentioned): AspectFigures[] {
  return ASPECT_IDS.flatMap((aspect) => {
    const about = { ...query, mentions_aspect: aspect };
    const count = countOf(publication, about);
    const praise = shareOf(publication, { ...about, sentiment: "positive" }, count);
    const blame = shareOf(publication, { ...about, sentiment: "negative" }, count);
    return count < FEWEST_OF_ASPECT || praise === null || blame === null
      ? []
      : [{ aspect, count, query: about, praise, blame }];
  }).toSorted((one, other) => other.count - one.count);
}

/** The periods of the trend of all reviews, with the reviews of this entry in them. */
export function trendOf(
  publication: Publication,
  mentioned: Mentioned,
  periods: readonly TrendPeriod[],
): TrendPeriod[] {
  return periods.map(({ period, from, to }) => {
    const query = { ...mentioned.query, since: from, until: to };
    const review_count = countOf(publication, query);
    const mean = review_count === 0 ? null : meanOf(starCounts(publication, { ...mentioned, query }));
    const average_rating = mean === null ? null : Math.round(mean * 100) / 100;
    const href = `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
    return { period, from, to, review_count, average_rating, href };
  });
}
