/**
 * The tools, in the order in which they are listed.
 *
 * @module
 */
import { getBusiness } from "./get_business.ts";
import { getInsights } from "./get_insights.ts";
import { getReview } from "./get_review.ts";
import { getReviewStats } from "./get_review_stats.ts";
import { getReviewsSince } from "./get_reviews_since.ts";
import { searchReviews } from "./search_reviews.ts";
import type { Tool } from "./tool.ts";

export type { ToolAnswer } from "./answer.ts";
export { defineTool, failed, type Tool } from "./tool.ts";

/** Every tool, in the order of `tools/list`. */
export const TOOLS: readonly Tool[] = [
  getBusiness,
  searchReviews,
  getReviewStats,
  getInsights,
  getReview,
  getReviewsSince,
];
