/**
 * The judgements of a review as readers are given them: with the owner's corrections, without hidden aspects.
 *
 * @module
 */
import type { ReviewAnalysis } from "../reading/analysis.ts";
import { type Judgement, judgementsOf } from "../reading/judgements.ts";
import { corrected } from "./overall_insights.ts";
import type { InsightsOverrides } from "./overrides.ts";

/** What is judged: a review's words by their analysis, and its stars. */
export interface Judged {
  readonly id: string;
  readonly rating: number;
  readonly analysis: ReviewAnalysis;
}

/** A judge of reviews that knows the owner's overrides. */
export function judgeWith({ corrections = [], hidden_aspects = [] }: InsightsOverrides) {
  const correctionsOf = Map.groupBy(corrections, ({ review_id }) => review_id);
  const hidden = new Set<string>(hidden_aspects);
  return ({ id, rating, analysis }: Judged): readonly Judgement[] => {
    const judgements = corrected(judgementsOf(analysis, rating), correctionsOf.get(id));
    return hidden.size === 0 ? judgements : judgements.filter(({ aspect }) => !hidden.has(aspect));
  };
}
