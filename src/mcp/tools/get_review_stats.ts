import { Type } from "typebox";
import { isGiven, SearchQuery } from "../../publication/mod.ts";
import { Distribution } from "../../review/mod.ts";
import { type StatsGrouping, statsGroups, statsOf } from "../review_stats.ts";
import { answered, defineTool, failed } from "./tool.ts";

const MAX_GROUPS = 100;
const GROUPINGS = ["month", "service", "technician"] as const satisfies readonly StatsGrouping[];
const { since, until, mentions_technician, mentions_service } = SearchQuery.properties;

const STATS = {
  review_count: Type.Integer({ description: "Number of reviews" }),
  rating_value: Type.Union([Type.Number(), Type.Null()], { description: "Mean rating; null when there are none" }),
  distribution: Distribution,
};

/** Counts, averages and distributions, optionally grouped. */
export const getReviewStats = defineTool({
  name: "get_review_stats",
  title: "Counts and averages",
  description:
    "Number of reviews, mean rating and star distribution, of all reviews or of those matching the filters, optionally by month, service or technician. Answers how good something is without reading reviews.",
  input: Type.Object(
    {
      since,
      until,
      mentions_technician,
      mentions_service,
      group_by: Type.Optional(
        Type.Unsafe<StatsGrouping>({ type: "string", enum: [...GROUPINGS], description: "How to split the reviews" }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...STATS,
    groups: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), ...STATS }), {
      description: "Months newest first, services and technicians by number of reviews; a review may be in several",
    }),
    groups_omitted: Type.Integer({ description: `Groups omitted beyond ${MAX_GROUPS}` }),
  }),
  example: { since: "2026-01-01", group_by: "month" },
  answer({ group_by, ...filters }, { publication }) {
    const filtered = { service: filters.mentions_service, technician: filters.mentions_technician, month: undefined };
    if (group_by && isGiven(filtered[group_by])) {
      return failed(`group_by ${group_by} yields a single group with mentions_${group_by}; omit one of the two`);
    }
    const groups = group_by ? statsGroups(publication, filters, group_by) : [];
    return answered({
      ...statsOf(publication, filters),
      groups: groups.slice(0, MAX_GROUPS),
      groups_omitted: Math.max(0, groups.length - MAX_GROUPS),
    });
  },
});
