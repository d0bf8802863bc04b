/**
 * The insights of reviews that are all at hand, in any order.
 *
 * @module
 */
import type { InsightsDataset } from "./dataset.ts";
import { type AnalysedReview, type InsightsBasis, InsightsBuilder } from "./insights_builder.ts";
import type { TransparencyCounts } from "./transparency.ts";

export interface InsightsInput extends InsightsBasis {
  readonly reviews: Iterable<AnalysedReview>;
  readonly transparency: TransparencyCounts;
}

/** Equal inputs give equal datasets, whatever the order of the reviews. */
export function buildInsights({
  business,
  overrides,
  searchUrl,
  reviews,
  transparency,
}: InsightsInput): InsightsDataset {
  const builder = new InsightsBuilder({ business, overrides, searchUrl });
  for (const review of [...reviews].sort(newestFirst)) builder.add(review);
  return builder.finish(transparency);
}

function newestFirst(a: AnalysedReview, b: AnalysedReview): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
