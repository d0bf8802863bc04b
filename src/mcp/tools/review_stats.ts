/**
 * Counts and means of the reviews that match some filters, in groups by time, mention, source or stars, and the
 * difference between two sets.
 */
import { Type } from "typebox";
import { chanceOf, type SampleSums } from "../../insights/mod.ts";
import { FILTERS, type FilterName, type FilterValues, type Publication } from "../../publication/mod.ts";
import { type CalendarDate, Distribution, meanRating, monthOrdinal, periodAt } from "../../review/mod.ts";

/** A group as a search finds it. */
interface GroupFilter {
  /** What the filters of a search take, or a period. */
  readonly key: string;
  readonly name: string;
  readonly filter: FilterValues;
}

/** The members of a schema of figures. */
export const STATS = {
  review_count: Type.Integer({ description: "Number of reviews" }),
  rating_value: Type.Union([Type.Number(), Type.Null()], { description: "Mean rating; null when there are none" }),
  distribution: Distribution,
  at_least: Type.Optional(
    Type.Literal(true, { description: "There when query or words match more reviews than were counted" }),
  ),
};

/** Figures of a set of reviews. */
export interface Stats {
  readonly review_count: number;
  /** Two decimals; null when there are no reviews. */
  readonly rating_value: number | null;
  readonly distribution: Distribution;
  readonly at_least?: true;
}

/** Count, mean and distribution of the reviews that the filters let through. */
export function statsOf(publication: Publication, filters: FilterValues): Stats {
  const distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  let sum = 0;
  let count = 0;
  let isExact = true;
  for (const rating of [1, 2, 3, 4, 5] as const) {
    if ((filters.rating ?? rating) !== rating) continue;
    const { total, totalIsExact } = publication.search({ ...filters, rating, limit: 1 });
    distribution[`${rating}`] = total;
    sum += rating * total;
    count += total;
    isExact &&= totalIsExact;
  }
  return {
    review_count: count,
    rating_value: meanRating(sum, count),
    distribution,
    ...(!isExact && { at_least: true }),
  };
}

/** How many months a period has. */
const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;
/** A way to divide time. */
type PeriodGrouping = keyof typeof MONTHS_OF;

/** Before and after all reviews. */
export const FIRST_DAY = "0001-01-01";
export const LAST_DAY = "9999-12-31";

/** A filter for each period that has matches: each is found by the newest match before the one found last. */
function periodFilters(publication: Publication, filters: FilterValues, grouping: PeriodGrouping): GroupFilter[] {
  const { since = FIRST_DAY, until = LAST_DAY } = filters;
  const months = MONTHS_OF[grouping];
  const found: GroupFilter[] = [];
  for (let end = until; ; ) {
    const [newest] = publication.search({ ...filters, until: end, limit: 1 }).ordinals;
    if (newest === undefined) return found;
    const ordinal = Math.floor(monthOrdinal(publication.reviewAt(newest).date) / months);
    const { period, from, to } = periodAt(ordinal, months);
    found.push({ key: period, name: period, filter: { since: laterOf(since, from), until: earlierOf(until, to) } });
    end = periodAt(ordinal - 1, months).to;
  }
}

function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

function earlierOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? a : b;
}

/** Figures of one group. */
interface StatsGroup extends Stats {
  readonly key: string;
  /** Left out where it is the key. */
  readonly name?: string;
}

/** Groupings by the values of a filter, which would leave only one of them. */
const BY_FILTER = {
  service: "mentions_service",
  technician: "mentions_technician",
  area: "mentions_area",
  aspect: "mentions_aspect",
  source: "source",
  verification: "verification",
  stars: "rating",
} as const satisfies Readonly<Record<string, FilterName>>;

/** What reviews can be grouped by. */
export type StatsGrouping = PeriodGrouping | keyof typeof BY_FILTER;

/** Every grouping, as it is asked for. */
export const GROUPINGS = [...Object.keys(MONTHS_OF), ...Object.keys(BY_FILTER)] as readonly StatsGrouping[];

/** The filter that would leave a single group, or null. */
export function filterOf(grouping: StatsGrouping): FilterName | null {
  return isPeriod(grouping) ? null : BY_FILTER[grouping];
}

/** The groups that have reviews: periods newest first, stars from five, all others by number of reviews. */
export function statsGroups(publication: Publication, filters: FilterValues, grouping: StatsGrouping): StatsGroup[] {
  if (isPeriod(grouping)) return groupsOf(publication, filters, periodFilters(publication, filters, grouping));
  const filter = BY_FILTER[grouping];
  const choices = FILTERS[filter].choices?.(publication) ?? [];
  const found = choices.map(([value, name]) => ({ key: String(value), name, filter: { [filter]: value } }));
  const groups = groupsOf(publication, filters, found);
  if (grouping === "stars") return groups;
  return groups.sort((a, b) => b.review_count - a.review_count || (a.key < b.key ? -1 : 1));
}

function groupsOf(publication: Publication, filters: FilterValues, groups: readonly GroupFilter[]): StatsGroup[] {
  return groups
    .map(({ key, name, filter }) => ({
      key,
      ...(name !== key && { name }),
      ...statsOf(publication, { ...filters, ...filter }),
    }))
    .filter(({ review_count }) => review_count > 0);
}

function isPeriod(grouping: StatsGrouping): grouping is PeriodGrouping {
  return grouping in MONTHS_OF;
}

/** Schema of a difference. */
export const Difference = Type.Object(
  {
    review_count: Type.Integer(),
    rating_value: Type.Union([Type.Number(), Type.Null()]),
    is_clear: Type.Boolean(),
  },
  {
    description:
      "The figures minus those compared with; is_clear: with no change at all, a difference of means this large would be seen in fewer than 5 of 100 cases",
  },
);

/** A difference. */
export type Difference = Type.Static<typeof Difference>;

/** Where one in twenty would be chance. */
const LIMIT = 0.05;

/** How `now` differs from `before`. */
export function differenceOf(now: Stats, before: Stats): Difference {
  const chance = chanceOf(sampleOf(now.distribution), sampleOf(before.distribution));
  const isCompared = now.rating_value !== null && before.rating_value !== null;
  return {
    review_count: now.review_count - before.review_count,
    rating_value: isCompared ? Math.round(100 * (now.rating_value - before.rating_value)) / 100 : null,
    is_clear: chance !== null && chance < LIMIT,
  };
}

function sampleOf(distribution: Distribution): SampleSums {
  let [count, sum, squares] = [0, 0, 0];
  for (const [star, reviews] of Object.entries(distribution)) {
    count += reviews;
    sum += reviews * Number(star);
    squares += reviews * Number(star) ** 2;
  }
  return { count, sum, squares };
}
