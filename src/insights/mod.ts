/**
 * Computes the insights dataset from the published reviews: aspects, entities, topics, FAQ and summary.
 *
 * In: reviews with their stored analyses, the business, the owner's overrides. Out: plain JSON, the same for the same.
 * Never: the clock, chance, the network, a locale, the store. Importing it loads no word list; first use does.
 *
 * See docs/insights.md for the formulas, the limits and the measured accuracy.
 *
 * @module
 */
export { ENGINE_VERSION, type ReviewAnalysis } from "./analysis.ts";
export { readAnalysis, writeAnalysis } from "./analysis_code.ts";
export { analyzeReview, type ReviewInput } from "./analyze_review.ts";
export { analyzeAspect, analyzeText, type Sentiment } from "./analyze_text.ts";
export { buildInsights, type InsightsInput } from "./build_insights.ts";
export { InsightsDataset } from "./dataset.ts";
export { type Explanation, explainReview } from "./explain.ts";
export { foundMentions } from "./found_mentions.ts";
export { type AnalysedReview, type InsightsBasis, InsightsBuilder } from "./insights_builder.ts";
export { ASPECT_IDS, ASPECT_NAMES, type AspectId } from "./lexicon/aspects.ts";
export { InsightsOverrides } from "./overrides.ts";
export { type NameSuggestion, suggestNames } from "./suggest_names.ts";
export { Transparency } from "./transparency.ts";
