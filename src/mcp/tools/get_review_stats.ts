import { type TSchema, Type } from "typebox";
import { isGiven, SEARCH_FILTERS, searchHints } from "../../publication/mod.ts";
import { CalendarDate } from "../../review/mod.ts";
import { starsLine } from "../lean/stars.ts";
import {
  Difference,
  differenceOf,
  filterOf,
  GROUPINGS,
  STATS,
  type Stats,
  type StatsFilters,
  type StatsGrouping,
  statsGroups,
  statsOf,
} from "../stats/mod.ts";
import { hintsInWords } from "./search_reviews.ts";
import { defineTool, failed } from "./tool.ts";

const MAX_GROUPS = 60;

/** Those of a search, which describes them: a list of tools is read by the model with every question. */
const FILTERS = described(SEARCH_FILTERS, "As in search_reviews");

/** Counts, averages and distributions, optionally grouped or compared. */
export const getReviewStats = defineTool({
  name: "get_review_stats",
  title: "Counts and averages",
  description:
    "Number of reviews, mean rating and star distribution, of all reviews or of those matching the filters of search_reviews; by month, quarter, year, service, technician, area, source or stars; or compared with another period. Answers how good something is, and what changed, without reading reviews.",
  input: Type.Object(
    {
      ...FILTERS,
      group_by: Type.Optional(
        Type.Unsafe<StatsGrouping>({ type: "string", enum: [...GROUPINGS], description: "How to split the reviews" }),
      ),
      compare_since: Type.Optional({ ...CalendarDate, description: "First day of the period to compare with" }),
      compare_until: Type.Optional({ ...CalendarDate, description: "Last day of the period to compare with" }),
    },
    { additionalProperties: false, dependentRequired: { sentiment: ["mentions_aspect"] } as const },
  ),
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
  }),
  example: { since: "2026-01-01", group_by: "month" },
  answer({ group_by, compare_since, compare_until, ...filters }, { publication }) {
    const single = group_by ? filterOf(group_by) : null;
    if (single !== null && isGiven(String(filters[single] ?? ""))) {
      return failed(`group_by ${group_by} yields a single group with ${single}; omit one of the two`);
    }
    const whole = statsOf(publication, filters);
    const groups = group_by ? statsGroups(publication, filters, group_by) : [];
    const compared = comparedFilters(filters, compare_since, compare_until);
    const before = compared && statsOf(publication, compared);
    const value = {
      ...whole,
      ...(group_by && { groups: groups.slice(0, MAX_GROUPS) }),
      ...(groups.length > MAX_GROUPS && { groups_omitted: groups.length - MAX_GROUPS }),
      ...(before && { compared_with: before, difference: differenceOf(whole, before) }),
    };
    const hint = hintsInWords(whole.review_count === 0 ? searchHints(publication, filters) : []);
    return { kind: "lean", value, lines: linesOf(value), hint };
  },
});

/** The same filters for another period, or null where none is asked for. */
function comparedFilters(
  { since: _since, until: _until, ...others }: StatsFilters,
  since: CalendarDate | undefined,
  until: CalendarDate | undefined,
): StatsFilters | null {
  if (since === undefined && until === undefined) return null;
  return { ...others, ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
}

interface Answer extends Stats {
  readonly groups?: readonly (Stats & { readonly key: string; readonly name?: string })[];
  readonly groups_omitted?: number;
  readonly compared_with?: Stats;
  readonly difference?: ReturnType<typeof differenceOf>;
}

/** The answer as lines of text. */
function linesOf({ groups = [], groups_omitted, compared_with, difference, ...whole }: Answer): string[] {
  return [
    lineOf("all", whole),
    ...groups.map(({ key, name, ...stats }) => lineOf(name === undefined ? key : `${key} (${name})`, stats)),
    ...(groups_omitted === undefined ? [] : [`${groups_omitted} more groups`]),
    ...(compared_with === undefined ? [] : [lineOf("compared with", compared_with)]),
    ...(difference === undefined ? [] : [differenceLine(difference)]),
  ];
}

function lineOf(title: string, { review_count, rating_value, distribution, at_least }: Stats): string {
  const count = `${at_least ? "at least " : ""}${review_count} reviews`;
  if (review_count === 0) return `${title}: no reviews`;
  return `${title}: ${count}, mean ${rating_value}; stars ${starsLine(distribution)}`;
}

function differenceLine({ review_count, rating_value, is_clear }: ReturnType<typeof differenceOf>): string {
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
