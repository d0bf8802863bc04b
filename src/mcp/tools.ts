import { Type } from "typebox";
import { PATHS } from "../http/paths.ts";
import { memo } from "../memo.ts";
import { businessAnswer } from "../publication/mod.ts";
import { getInsights } from "./insights_tool.ts";
import { fetchReview, search } from "./research_tools.ts";
import { getReview, getReviewsSince, searchReviews } from "./review_tools.ts";
import { getReviewStats } from "./stats_tool.ts";
import { answered, defineTool, type McpContext, type Tool } from "./tool.ts";

const getBusiness = defineTool({
  name: "get_business",
  title: "Business and rating",
  description:
    "The business these reviews are about: contact, services, technicians, service areas, and its aggregate rating. Begin here: the names and ids it lists are the ones that the other tools filter by.",
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    business: Type.Object({}, { description: "As in /reviews.json" }),
    aggregate_rating: Type.Object({}, { description: "As in /reviews.json" }),
    revision: Type.String(),
    record_url: Type.String({ description: "Address of the record: what was asked, answered and left out" }),
  }),
  example: {},
  view: "rating",
  answer: (_, context) => memo(context, "business", () => answered(businessValue(context))),
});

/** Value of the tool and the resource. */
export function businessValue({ publication, baseUrl }: McpContext) {
  return { ...businessAnswer(publication), record_url: `${baseUrl}${PATHS.record}` };
}

/** Tools in the order of `tools/list`. */
export const TOOLS: readonly Tool[] = [
  getBusiness,
  searchReviews,
  getReviewStats,
  getInsights,
  getReview,
  getReviewsSince,
  search,
  fetchReview,
];
