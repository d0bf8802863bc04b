import { type Static, type TObject, type TSchema, Type } from "typebox";
import { aspectOfWords, chanceOf, type SampleSums } from "../insights/mod.ts";
import {
  FILTER_CONDITIONS,
  FILTERS,
  type FilterName,
  type FilterValues,
  isSet,
  type Publication,
  SEARCH_FILTERS,
  SearchAnswer,
  searchHints,
} from "../publication/mod.ts";
import { CalendarDate, Distribution, meanRating, monthOrdinal, periodAt } from "../review/mod.ts";
import { defanged } from "./escape_untrusted.ts";
import { starsLine } from "./insights_tool.ts";
import { describeHints } from "./review_tools.ts";
import { defineTool, type Failed, failed } from "./tool.ts";

interface GroupFilter {
  /** A value of a search filter, or a period. */
  readonly key: string;
  readonly name: string;
  readonly filter: FilterValues;
}

const STATS = {
  review_count: Type.Integer({ description: "Number of reviews" }),
  rating_value: Type.Union([Type.Number(), Type.Null()], { description: "Mean rating; null when there are none" }),
  distribution: Distribution,
  at_least: Type.Optional(
    Type.Literal(true, { description: "There when query or words match more reviews than were counted" }),
  ),
};

type Stats = Readonly<Static<TObject<typeof STATS>>>;

function statsOf(publication: Publication, filters: FilterValues): Stats {
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

const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;
type PeriodGrouping = keyof typeof MONTHS_OF;

/** Before and after all reviews. */
const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

/** Each period is found by the newest match before the one above it. */
function* periodFilters(
  publication: Publication,
  filters: FilterValues,
  grouping: PeriodGrouping,
): Generator<GroupFilter> {
  const { since = FIRST_DAY, until = LAST_DAY } = filters;
  const months = MONTHS_OF[grouping];
  for (let end = until; ; ) {
    const [newest] = publication.search({ ...filters, until: end, limit: 1 }).ordinals;
    if (newest === undefined) return;
    const ordinal = Math.floor(monthOrdinal(publication.reviewAt(newest).date) / months);
    const { period, from, to } = periodAt(ordinal, months);
    const filter = { since: since > from ? since : from, until: until < to ? until : to };
    yield { key: period, name: period, filter };
    end = periodAt(ordinal - 1, months).to;
  }
}

interface StatsGroup extends Stats {
  readonly key: string;
  /** Absent if it equals the key. */
  readonly name?: string;
}

/** Filters that would leave a single group. */
const BY_FILTER = {
  service: "mentions_service",
  technician: "mentions_technician",
  area: "mentions_area",
  aspect: "mentions_aspect",
  source: "source",
  verification: "verification",
  stars: "rating",
} as const satisfies Readonly<Record<string, FilterName>>;

type StatsGrouping = PeriodGrouping | keyof typeof BY_FILTER;

const GROUPINGS = [...Object.keys(MONTHS_OF), ...Object.keys(BY_FILTER)] as readonly StatsGrouping[];

type CountedGroups = Awaited<ReturnType<typeof statsGroups>>;

const NO_GROUPS: CountedGroups = { groups: [], omitted: 0, isAnySmall: false, counted: 0 };

/** Periods newest first, stars from five, all others by number of reviews. */
async function statsGroups(
  publication: Publication,
  filters: FilterValues,
  { grouping, turn }: { readonly grouping: StatsGrouping; readonly turn: Turn },
) {
  const sized: (GroupFilter & { readonly total: number })[] = [];
  let counted = 0;
  for (const group of groupFilters(publication, filters, grouping)) {
    const { total } = publication.search({ ...filters, ...group.filter, limit: 1 });
    if (total > 0) sized.push({ ...group, total });
    if (++counted % GROUPS_PER_TURN === 0) await turn?.();
  }
  const isOrdered = isPeriod(grouping) || grouping === "stars";
  const shown = isOrdered ? sized : sized.sort((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1));
  const groups: StatsGroup[] = [];
  for (const { key, name, filter } of shown.slice(0, MAX_GROUPS)) {
    groups.push({ key, ...(name !== key && { name }), ...statsOf(publication, { ...filters, ...filter }) });
    if (groups.length % FIGURES_PER_TURN === 0) await turn?.();
  }
  const isAnySmall = sized.some(({ total }) => total < MIN_RANKED_REVIEWS);
  return { groups, omitted: sized.length - groups.length, isAnySmall, counted };
}

function groupFilters(publication: Publication, filters: FilterValues, grouping: StatsGrouping): Iterable<GroupFilter> {
  if (isPeriod(grouping)) return periodFilters(publication, filters, grouping);
  const filter = BY_FILTER[grouping];
  const choices = FILTERS[filter].choices?.(publication) ?? [];
  return choices.map(([value, name]) => ({ key: String(value), name, filter: { [filter]: value } }));
}

type Turn = (() => Promise<void>) | undefined;
/** One search each. */
const GROUPS_PER_TURN = 25;
/** Five searches each. */
const FIGURES_PER_TURN = 5;

function isPeriod(grouping: StatsGrouping): grouping is PeriodGrouping {
  return grouping in MONTHS_OF;
}

const Difference = Type.Object(
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

type Difference = Type.Static<typeof Difference>;

const LIMIT = 0.05;

function differenceOf(now: Stats, before: Stats): Difference {
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

const MAX_GROUPS = 60;
/** Groups that count as one request of work. */
const GROUPS_PER_REQUEST = 10;

/** Short, since the model reads the list of tools with every question. */
const DESCRIBED_FILTERS = described(SEARCH_FILTERS, "As in search_reviews");

export const StatsQuery = Type.Object(
  {
    ...DESCRIBED_FILTERS,
    group_by: Type.Optional(
      Type.Unsafe<StatsGrouping>({ type: "string", enum: [...GROUPINGS], description: "How to split the reviews" }),
    ),
    compare_since: Type.Optional({ ...CalendarDate, description: "First day of the period to compare with" }),
    compare_until: Type.Optional({ ...CalendarDate, description: "Last day of the period to compare with" }),
  },
  { additionalProperties: false, dependentRequired: FILTER_CONDITIONS.dependentRequired },
);
type StatsQuery = Static<typeof StatsQuery>;

export const getReviewStats = defineTool({
  name: "get_review_stats",
  title: "Counts and averages",
  description:
    "Number of reviews, mean rating and star distribution, of all reviews or of those matching the filters of search_reviews; by month, quarter, year, service, technician, area, aspect, source, verification or stars; or compared with another period. Answers how good something is, and what changed, without reading reviews.",
  input: StatsQuery,
  output: Type.Object({
    ...STATS,
    groups: Type.Optional(
      Type.Array(Type.Object({ key: Type.String() }), {
        description:
          "The same figures by key: periods newest first, others by number of reviews; a review may be in several",
      }),
    ),
    groups_omitted: Type.Optional(Type.Integer({ description: `Groups omitted beyond ${MAX_GROUPS}` })),
    compared_with: Type.Optional(Type.Object({}, { description: "The same figures of the other period" })),
    difference: Type.Optional(Difference),
    cautions: Type.Optional(Type.Array(Type.String(), { description: "What the figures do not show" })),
    hints: Type.Optional(SearchAnswer.properties.hints),
    revision: Type.String(),
  }),
  example: { since: "2026-01-01", group_by: "month" },
  view: "comparison",
  async answer(query, { publication }, { turn }) {
    const compared = await compareStats(publication, query, turn);
    if (compared.kind === "failed") return compared;
    const { whole, before, difference, groups, groupsOmitted, cautions, work } = compared;
    const hints =
      whole.review_count === 0 ? searchHints(publication, filtersOf(query), { total: 0, aspectOf: aspectOfWords }) : [];
    const value = {
      ...whole,
      ...(query.group_by && { groups }),
      ...(groupsOmitted > 0 && { groups_omitted: groupsOmitted }),
      ...(before && difference && { compared_with: before, difference }),
      ...(cautions.length > 0 && { cautions }),
      ...(whole.review_count === 0 && { hints }),
      revision: publication.contentDigest,
    };
    return { kind: "lean", value, lines: linesOf(value), hint: describeHints(hints), work };
  },
});

export type ComparedStats = Exclude<Awaited<ReturnType<typeof compareStats>>, Failed>;

/** Takes several turns for many groups. */
export async function compareStats(publication: Publication, query: StatsQuery, turn?: Turn) {
  const { group_by, compare_since, compare_until } = query;
  const filters = filtersOf(query);
  const single = group_by && !isPeriod(group_by) ? BY_FILTER[group_by] : null;
  if (single !== null && isSet(filters[single])) {
    return failed(`group_by ${group_by} yields a single group with ${single}; omit one of the two`);
  }
  const whole = statsOf(publication, filters);
  const { groups, omitted, isAnySmall, counted } = group_by
    ? await statsGroups(publication, filters, { grouping: group_by, turn })
    : NO_GROUPS;
  const compared = comparedFilters(filters, compare_since, compare_until);
  const before = compared && statsOf(publication, compared);
  const difference = before && differenceOf(whole, before);
  const isOverlapping = compared !== null && overlap(filters, compared);
  const isRanking = single !== null && single !== "rating";
  const cautions = [...(isRanking && isAnySmall ? [FEW_CAUTION] : []), ...(isOverlapping ? [OVERLAP_CAUTION] : [])];
  return {
    kind: "compared" as const,
    whole,
    before,
    difference: difference && { ...difference, is_clear: difference.is_clear && !isOverlapping },
    groups,
    groupsOmitted: omitted,
    cautions,
    work: Math.floor(counted / GROUPS_PER_REQUEST),
  };
}

/** Smaller groups must not be ranked: their mean depends on single customers. */
const MIN_RANKED_REVIEWS = 5;
const FEW_CAUTION = `do not rank groups under ${MIN_RANKED_REVIEWS} reviews`;
const OVERLAP_CAUTION =
  "the periods overlap: reviews in both count on both sides, so this is not a difference between two periods";

function overlap(one: FilterValues, other: FilterValues): boolean {
  const { since = FIRST_DAY, until = LAST_DAY } = one;
  return since <= (other.until ?? LAST_DAY) && (other.since ?? FIRST_DAY) <= until;
}

function filtersOf({ group_by: _, compare_since: _since, compare_until: _until, ...filters }: StatsQuery) {
  return filters satisfies FilterValues;
}

/** Null without another period. */
function comparedFilters(
  { since: _since, until: _until, ...others }: FilterValues,
  since: CalendarDate | undefined,
  until: CalendarDate | undefined,
): FilterValues | null {
  if (since === undefined && until === undefined) return null;
  return { ...others, ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
}

interface StatsAnswer extends Stats, Partial<Pick<ComparedStats, "groups" | "cautions">> {
  readonly groups_omitted?: number;
  readonly compared_with?: Stats;
  readonly difference?: Difference;
}

function linesOf({
  groups = [],
  groups_omitted,
  compared_with,
  difference,
  cautions = [],
  ...whole
}: StatsAnswer): string[] {
  return [
    lineOf("all", whole),
    ...groups.map(({ key, name, ...stats }) => lineOf(defanged(name === undefined ? key : `${key} (${name})`), stats)),
    ...(groups_omitted === undefined ? [] : [`${groups_omitted} more groups`]),
    ...(compared_with === undefined ? [] : [lineOf("compared with", compared_with)]),
    ...(difference === undefined ? [] : [differenceLine(difference)]),
    ...cautions.map((caution) => `caution: ${caution}`),
  ];
}

function lineOf(title: string, { review_count, rating_value, distribution, at_least }: Stats): string {
  const count = `${at_least ? "at least " : ""}${review_count} reviews`;
  if (review_count === 0) return `${title}: no reviews`;
  return `${title}: ${count}, mean ${rating_value}; stars ${starsLine(distribution)}`;
}

function differenceLine({ review_count, rating_value, is_clear }: Difference): string {
  const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
  const mean = rating_value === null ? "" : `, mean ${signed(rating_value)}, ${is_clear ? "clear" : "no clear change"}`;
  return `difference: ${signed(review_count)} reviews${mean}`;
}

function described<Members extends Readonly<Record<string, TSchema>>>(members: Members, description: string): Members {
  const again = Object.entries(members).map(([name, member]): [string, TSchema] => {
    return [name, Type.Optional({ ...member, description })];
  });
  return { ...members, ...Object.fromEntries(again) };
}
