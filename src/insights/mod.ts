/**
 * Computes the insights dataset from the published reviews: aspects, entities, topics, FAQ and summary.
 *
 * `analysis/` takes one text apart and alone reads the word lists of `lexicon/`; `aggregation/` counts many analyses and knows no text.
 *
 * In: reviews with their stored analyses, the business, the words of its language, the owner's overrides. Out: plain JSON, the same for the same.
 * Never: the clock, chance, the network, the store. Importing it loads no word list; first use does.
 *
 * See docs/insights.md for the formulas, the limits and the measured accuracy.
 *
 * @module
 */

export type { AspectInsight, EntityInsight, Figure, Statement } from "./aggregation/dataset.ts";
export { INSIGHTS_SCHEMAS, InsightsDataset } from "./aggregation/dataset.ts";
export { chanceOf, intervalOf, type SampleSums } from "./aggregation/figures.ts";
export { type AnalysedReview, buildInsights, InsightsBuilder } from "./aggregation/insights_builder.ts";
export { type Judged, judgeWith } from "./aggregation/judged_aspects.ts";
export { InsightsOverrides } from "./aggregation/overrides.ts";
export { headlineAspects } from "./aggregation/summary.ts";
export type { Transparency, TransparencyCounts } from "./aggregation/transparency.ts";
export {
  ENGINE_VERSION,
  foundMentions,
  NOTHING_FOUND,
  type ReviewAnalysis,
  readAnalysis,
  writeAnalysis,
} from "./analysis/analysis.ts";
export { analyzeAspect, analyzeReview, analyzeText } from "./analysis/analyze_review.ts";
export { aspectOfWords } from "./analysis/aspect_votes.ts";
export { servicesNamedIn, suggestNames } from "./analysis/catalog_match.ts";
export { explainReview } from "./analysis/explain.ts";
export {
  auditPhrases,
  type JudgedSentiment,
  type Judgement,
  judgementsOf,
  namedJudgement,
  type PhraseAudit,
  sideCertainty,
  wholeJudgement,
} from "./analysis/judgements.ts";
