/**
 * The judgements of a review as readers are given them: with the owner's corrections, without hidden aspects.
 *
 * @module
 */
import type { ReviewAnalysis } from "../reading/analysis.ts";
import { phrasesOf } from "../reading/audit_phrases.ts";
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
export function judgeWith({ corrections = [], hidden_aspects = [], muted_phrases = [] }: InsightsOverrides) {
  const correctionsOf = Map.groupBy(corrections, ({ review_id }) => review_id);
  const hidden = new Set<string>(hidden_aspects);
  const muted = new Set(muted_phrases.map((phrase) => phrase.toLowerCase()));
  return ({ id, rating, analysis }: Judged): readonly Judgement[] => {
    const judgements = corrected(judgementsOf(heard(analysis, muted), rating), correctionsOf.get(id));
    return hidden.size === 0 ? judgements : judgements.filter(({ aspect }) => !hidden.has(aspect));
  };
}

/** An analysis without the votes that rest on muted expressions alone. */
function heard(analysis: ReviewAnalysis, muted: ReadonlySet<string>): Pick<ReviewAnalysis, "aspects"> {
  if (muted.size === 0) return analysis;
  const isMuted = (phrases: readonly string[]) => phrases.length > 0 && phrases.every((phrase) => muted.has(phrase));
  return { aspects: analysis.aspects.filter((vote) => !isMuted(phrasesOf(vote))) };
}
