/** The judgements of a review as readers are given them: with the owner's corrections, without hidden aspects. */
import type { ReviewAnalysis } from "../analysis/analysis.ts";
import { type Judgement, judgementsOf, phrasesOf } from "../analysis/judgements.ts";
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
    const judgements = withCorrections(judgementsOf(withoutMuted(analysis, muted), rating), correctionsOf.get(id));
    return hidden.size === 0 ? judgements : judgements.filter(({ aspect }) => !hidden.has(aspect));
  };
}

/** An analysis without the votes that rest on muted expressions alone. */
function withoutMuted(analysis: ReviewAnalysis, muted: ReadonlySet<string>): Pick<ReviewAnalysis, "aspects"> {
  if (muted.size === 0) return analysis;
  const isMuted = (phrases: readonly string[]) => phrases.length > 0 && phrases.every((phrase) => muted.has(phrase));
  return { aspects: analysis.aspects.filter((vote) => !isMuted(phrasesOf(vote))) };
}

type Correction = NonNullable<InsightsOverrides["corrections"]>[number];

/** Judgements with the owner's corrections in place of the engine's. */
function withCorrections(
  judgements: readonly Judgement[],
  corrections: readonly Correction[] | undefined,
): readonly Judgement[] {
  if (!corrections) return judgements;
  const labels = new Map(corrections.map(({ aspect, label }) => [aspect, label]));
  const kept = judgements.filter(({ aspect }) => !labels.has(aspect));
  const set = [...labels].flatMap(([aspect, label]): Judgement[] => {
    if (label === "none") return [];
    const { start, end } = judgements.find((own) => own.aspect === aspect) ?? { start: 0, end: 0 };
    return [{ aspect, sentiment: label === "neutral" ? "unclear" : label, certainty: 1, start, end }];
  });
  return [...kept, ...set];
}
