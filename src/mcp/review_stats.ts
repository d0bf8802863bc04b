/**
 * Counts and averages of reviews, whole and in groups, made of nothing but exact totals of searches: no review is read,
 * so that a hundred thousand of them cost what a dozen cost.
 *
 * @module
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { type CalendarDate, type Distribution, daysInMonth, meanRating } from "../review/mod.ts";

/** The search filters that statistics can be restricted by. */
export type StatsFilters = Pick<SearchQuery, "since" | "until" | "mentions_technician" | "mentions_service">;
/** What reviews can be grouped by. */
export type StatsGrouping = "month" | "service" | "technician";

/** Figures of a set of reviews. */
export interface Stats {
  readonly review_count: number;
  /** Two decimals; null when there are no reviews. */
  readonly rating_value: number | null;
  readonly distribution: Distribution;
}

/** Figures of one group. */
export interface StatsGroup extends Stats {
  /** A month (YYYY-MM), a service id or a technician's name: what the filters of a search take. */
  readonly key: string;
  readonly name: string;
}

/** Count, mean and distribution of the reviews that the filters let through. */
export function statsOf(publication: Publication, filters: StatsFilters): Stats {
  const distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  let sum = 0;
  let count = 0;
  for (const rating of [1, 2, 3, 4, 5] as const) {
    const { total } = publication.search({ ...filters, rating, limit: 1 });
    distribution[`${rating}`] = total;
    sum += rating * total;
    count += total;
  }
  return { review_count: count, rating_value: meanRating(sum, count), distribution };
}

/** The groups that have reviews: months newest first, services and technicians by number of reviews. */
export function statsGroups(publication: Publication, filters: StatsFilters, grouping: StatsGrouping): StatsGroup[] {
  switch (grouping) {
    case "month":
      return monthGroups(publication, filters);
    case "service": {
      const services = publication.business.services.filter(({ id }) => publication.mentionCounts.services.get(id));
      const group = ({ id, name }: { id: string; name: string }) => ({
        key: id,
        name,
        filter: { mentions_service: id },
      });
      return byCount(groupsOf(publication, filters, services.map(group)));
    }
    case "technician": {
      const { technicians } = publication.mentionCounts;
      const named = publication.business.technicians.filter(({ name }) => technicians.get(name));
      const group = ({ name }: { name: string }) => ({ key: name, name, filter: { mentions_technician: name } });
      return byCount(groupsOf(publication, filters, named.map(group)));
    }
  }
}

interface GroupFilter {
  readonly key: string;
  readonly name: string;
  readonly filter: StatsFilters;
}

function groupsOf(publication: Publication, filters: StatsFilters, groups: readonly GroupFilter[]): StatsGroup[] {
  return groups
    .map(({ key, name, filter }) => ({ key, name, ...statsOf(publication, { ...filters, ...filter }) }))
    .filter(({ review_count }) => review_count > 0);
}

function byCount(groups: StatsGroup[]): StatsGroup[] {
  return groups.sort((a, b) => b.review_count - a.review_count || (a.key < b.key ? -1 : 1));
}

function monthGroups(publication: Publication, filters: StatsFilters): StatsGroup[] {
  const { since = FIRST_DAY, until = LAST_DAY } = filters;
  const groups = monthsOf(publication, filters).map((month) => {
    const [first, last] = [`${month}-01`, lastDayOf(month)];
    return { key: month, name: month, filter: { since: laterOf(since, first), until: earlierOf(until, last) } };
  });
  return groupsOf(publication, filters, groups);
}

const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

/** The months that have matches, newest first: each is found by the newest match before the one found last. */
function monthsOf(publication: Publication, filters: StatsFilters): string[] {
  const months: string[] = [];
  let until = filters.until ?? LAST_DAY;
  for (;;) {
    const [newest] = publication.search({ ...filters, until, limit: 1 }).ordinals;
    if (newest === undefined) return months;
    const month = publication.reviewAt(newest).date.slice(0, 7);
    months.push(month);
    until = lastDayOf(monthBefore(month));
  }
}

function lastDayOf(month: string): CalendarDate {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return `${month}-${daysInMonth(year, number)}`;
}

function monthBefore(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const before = number > 1 ? [year, number - 1] : [year - 1, 12];
  return `${String(before[0]).padStart(4, "0")}-${String(before[1]).padStart(2, "0")}`;
}

function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

function earlierOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? a : b;
}
