import { type Static, type TSchema, Type } from "typebox";
import { aspectOfWords } from "../../insights/mod.ts";
import {
  FILTER_CONDITIONS,
  type FilterValues,
  isSet,
  type Publication,
  SEARCH_FILTERS,
  SearchAnswer,
  searchHints,
} from "../../publication/mod.ts";
import { CalendarDate } from "../../review/mod.ts";
import { defanged } from "../escape_untrusted.ts";
import { starsLine } from "./compact_insights.ts";
import {
  Difference,
  differenceOf,
  FIRST_DAY,
  filterOf,
  GROUPINGS,
  LAST_DAY,
  STATS,
  type Stats,
  type StatsGrouping,
  statsGroups,
  statsOf,
} from "./review_stats.ts";
import { hintsInWords } from "./reviews.ts";
import type { Failed } from "./tool.ts";
import { defineTool, failed } from "./tool.ts";

const MAX_GROUPS = 60;
/** Groups that take as much work as an ordinary request: each is a few searches. */
const GROUPS_PER_REQUEST = 10;

/** Those of a search, which describes them: a list of tools is read by the model with every question. */
const DESCRIBED_FILTERS = described(SEARCH_FILTERS, "As in search_reviews");

/** What statistics can be asked for. */
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

/** Counts, averages and distributions, optionally grouped or compared. */
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
  answer(query, { publication }) {
    const compared = compareStats(publication, query);
    if (compared.kind === "failed") return compared;
    const { whole, before, difference, groups, groupsOmitted, cautions } = compared;
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
    const work = Math.floor((groups.length + groupsOmitted) / GROUPS_PER_REQUEST);
    return { kind: "lean", value, lines: linesOf(value), hint: hintsInWords(hints), work };
  },
});

/** Figures as they were asked for. */
export interface ComparedStats {
  readonly kind: "compared";
  readonly whole: Stats;
  /** Null where nothing is compared. */
  readonly before: Stats | null;
  readonly difference: Difference | null;
  readonly groups: readonly Group[];
  readonly groupsOmitted: number;
  /** What the figures do not show, in sentences. */
  readonly cautions: readonly string[];
}

/** The figures that a query asks for, or why there are none. */
export function compareStats(publication: Publication, query: StatsQuery): ComparedStats | Failed {
  const { group_by, compare_since, compare_until } = query;
  const filters = filtersOf(query);
  const single = group_by ? filterOf(group_by) : null;
  if (single !== null && isSet(filters[single])) {
    return failed(`group_by ${group_by} yields a single group with ${single}; omit one of the two`);
  }
  const whole = statsOf(publication, filters);
  const groups = group_by ? statsGroups(publication, filters, group_by) : [];
  const compared = comparedFilters(filters, compare_since, compare_until);
  const before = compared && statsOf(publication, compared);
  const difference = before && differenceOf(whole, before);
  const isOverlapping = compared !== null && overlap(filters, compared);
  const isRanking = single !== null && single !== "rating";
  const cautions = [
    ...(isRanking && groups.some(({ review_count }) => review_count < FEW) ? [FEW_CAUTION] : []),
    ...(isOverlapping ? [OVERLAP_CAUTION] : []),
  ];
  return {
    kind: "compared",
    whole,
    before,
    difference: difference && { ...difference, is_clear: difference.is_clear && !isOverlapping },
    groups: groups.slice(0, MAX_GROUPS),
    groupsOmitted: Math.max(0, groups.length - MAX_GROUPS),
    cautions,
  };
}

/** A mean of fewer reviews is one customer's day. */
const FEW = 5;
const FEW_CAUTION = `do not rank groups under ${FEW} reviews`;
const OVERLAP_CAUTION =
  "the periods overlap: reviews in both count on both sides, so the difference is none between two periods";

function overlap(one: FilterValues, other: FilterValues): boolean {
  const { since = FIRST_DAY, until = LAST_DAY } = one;
  return since <= (other.until ?? LAST_DAY) && (other.since ?? FIRST_DAY) <= until;
}

function filtersOf({ group_by: _, compare_since: _since, compare_until: _until, ...filters }: StatsQuery) {
  return filters satisfies FilterValues;
}

/** The same filters for another period, or null where none is asked for. */
function comparedFilters(
  { since: _since, until: _until, ...others }: FilterValues,
  since: CalendarDate | undefined,
  until: CalendarDate | undefined,
): FilterValues | null {
  if (since === undefined && until === undefined) return null;
  return { ...others, ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
}

type Group = Stats & { readonly key: string; readonly name?: string };

interface Answer extends Stats {
  readonly groups?: readonly Group[];
  readonly groups_omitted?: number;
  readonly compared_with?: Stats;
  readonly difference?: Difference;
  readonly cautions?: readonly string[];
}

/** The answer as lines of text. */
function linesOf({
  groups = [],
  groups_omitted,
  compared_with,
  difference,
  cautions = [],
  ...whole
}: Answer): string[] {
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

/** The same optional members with another description. */
function described<Members extends Readonly<Record<string, TSchema>>>(members: Members, description: string): Members {
  const again = Object.entries(members).map(([name, member]): [string, TSchema] => {
    return [name, Type.Optional({ ...member, description })];
  });
  return { ...members, ...Object.fromEntries(again) };
}
