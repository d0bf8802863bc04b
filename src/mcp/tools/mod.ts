/**
 * The tools, in the order in which they are listed.
 *
 * @module
 */
import { getBusiness } from "./get_business.ts";
import { getInsights } from "./get_insights.ts";
import { getReviewStats } from "./get_review_stats.ts";
import { getReview, getReviewsSince, searchReviews } from "./reviews.ts";
import type { Tool } from "./tool.ts";

export type { ToolAnswer } from "./tool.ts";
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
