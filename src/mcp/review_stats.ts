/**
 * Counts and averages of reviews, whole and in groups, made of nothing but exact totals of searches: no review is read,
 * so that a hundred thousand of them cost what a dozen cost.
 *
 * @module
 */
import type { Publication, SearchQuery } from "../publication/mod.ts";
import { type CalendarDate, type Distribution, daysInMonth, meanRating } from "../review/mod.ts";

export type StatsFilters = Pick<SearchQuery, "since" | "until" | "mentions_technician" | "mentions_service">;
export type StatsGrouping = "month" | "service" | "technician";

export interface Stats {
  readonly review_count: number;
  /** Two decimals; null when there are no reviews. */
  readonly rating_value: number | null;
  readonly distribution: Distribution;
}

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
  const months = monthsBetween(publication, filters);
  const within = ({ since = "0001-01-01", until = "9999-12-31" }: StatsFilters, month: string) => {
    const [year, number] = month.split("-").map(Number) as [number, number];
    const last = `${month}-${String(daysInMonth(year, number)).padStart(2, "0")}`;
    const first = `${month}-01`;
    return { since: since > first ? since : first, until: until < last ? until : last };
  };
  return groupsOf(
    publication,
    filters,
    months.map((month) => ({ key: month, name: month, filter: within(filters, month) })),
  );
}

/** The months from the newest match back to the oldest review, newest first. */
function monthsBetween(publication: Publication, filters: StatsFilters): string[] {
  const [newest] = publication.search({ ...filters, limit: 1 }).ordinals;
  if (newest === undefined) return [];
  const oldest = publication.reviewAt(publication.reviewCount - 1).date;
  const first = filters.since !== undefined && filters.since > oldest ? filters.since : oldest;
  const months: string[] = [];
  for (let month = monthOf(publication.reviewAt(newest).date); month >= monthOf(first); month = monthBefore(month)) {
    months.push(month);
  }
  return months;
}

function monthOf(date: CalendarDate): string {
  return date.slice(0, 7);
}

function monthBefore(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return number > 1
    ? `${month.slice(0, 4)}-${String(number - 1).padStart(2, "0")}`
    : `${String(year - 1).padStart(4, "0")}-12`;
}
