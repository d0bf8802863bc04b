/**
 * Reviews in groups: by time, by what they mention, by where they come from and by stars.
 *
 * @module
 */
import type { Publication } from "../../publication/mod.ts";
import { MONTHS_OF, type PeriodGrouping, periodFilters } from "./periods.ts";
import { type GroupFilter, type Stats, type StatsFilters, statsOf } from "./stats.ts";

/** Figures of one group. */
export interface StatsGroup extends Stats {
  readonly key: string;
  /** Left out where it is the key. */
  readonly name?: string;
}

/** What a grouping makes groups of; which filter would leave only one of them. */
interface Grouping {
  readonly filter?: keyof StatsFilters;
  groups(publication: Publication): GroupFilter[];
}

const BY_NAME = {
  service: {
    filter: "mentions_service",
    groups: ({ business }) => business.services.map(({ id, name }) => group(id, name, { mentions_service: id })),
  },
  technician: {
    filter: "mentions_technician",
    groups: ({ business }) => business.technicians.map(({ name }) => group(name, name, { mentions_technician: name })),
  },
  area: {
    filter: "mentions_area",
    groups: ({ business }) => business.service_areas.map(({ id, name }) => group(id, name, { mentions_area: id })),
  },
  source: {
    filter: "source",
    groups: ({ searchNames }) => searchNames.sources.map((source) => group(source, source, { source })),
  },
  stars: {
    filter: "rating",
    groups: () => [5, 4, 3, 2, 1].map((rating) => group(String(rating), `${rating} stars`, { rating })),
  },
} as const satisfies Readonly<Record<string, Grouping>>;

/** What reviews can be grouped by. */
export type StatsGrouping = PeriodGrouping | keyof typeof BY_NAME;

/** Every grouping, as it is asked for. */
export const GROUPINGS = [...Object.keys(MONTHS_OF), ...Object.keys(BY_NAME)] as readonly StatsGrouping[];

/** The filter that would leave a single group, or null. */
export function filterOf(grouping: StatsGrouping): keyof StatsFilters | null {
  return isPeriod(grouping) ? null : BY_NAME[grouping].filter;
}

/** The groups that have reviews: periods newest first, stars from five, all others by number of reviews. */
export function statsGroups(publication: Publication, filters: StatsFilters, grouping: StatsGrouping): StatsGroup[] {
  if (isPeriod(grouping)) return groupsOf(publication, filters, periodFilters(publication, filters, grouping));
  const groups = groupsOf(publication, filters, BY_NAME[grouping].groups(publication));
  if (grouping === "stars") return groups;
  return groups.sort((a, b) => b.review_count - a.review_count || (a.key < b.key ? -1 : 1));
}

function groupsOf(publication: Publication, filters: StatsFilters, groups: readonly GroupFilter[]): StatsGroup[] {
  return groups
    .map(({ key, name, filter }) => ({
      key,
      ...(name !== key && { name }),
      ...statsOf(publication, { ...filters, ...filter }),
    }))
    .filter(({ review_count }) => review_count > 0);
}

function group(key: string, name: string, filter: StatsFilters): GroupFilter {
  return { key, name, filter };
}

function isPeriod(grouping: StatsGrouping): grouping is PeriodGrouping {
  return grouping in MONTHS_OF;
}
