/**
 * Counts many reviews: figures of aspects, entities and topics, and the sentences that state them.
 *
 * In: reviews with their analyses, the business, the owner's overrides. Out: the insights dataset, the same for the same.
 * Never: how a text is read, a word list, the clock, chance, a locale, the store.
 *
 * @module
 */
export { buildInsights, type InsightsInput } from "./build_insights.ts";
export { INSIGHTS_SCHEMAS, InsightsDataset } from "./dataset.ts";
export { intervalOf } from "./figures.ts";
export { type AnalysedReview, type InsightsBasis, InsightsBuilder } from "./insights_builder.ts";
export { type Judged, judgeWith } from "./judged_aspects.ts";
export { InsightsOverrides } from "./overrides.ts";
export { chanceOf, type Sample } from "./statistics.ts";
export { Transparency, type TransparencyCounts } from "./transparency.ts";
