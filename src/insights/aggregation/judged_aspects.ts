/** The judgements of a review as readers are given them: with the owner's corrections, without hidden aspects. */
import { type AspectId, RATED_ASPECTS, type RatedAspect } from "../../review/aspects.ts";
import type { AspectRatings } from "../../review/mod.ts";
import type { ReviewAnalysis } from "../analysis/analysis.ts";
import { type Judgement, judgementsOf, phrasesOf } from "../analysis/judgements.ts";
import type { InsightsOverrides } from "./overrides.ts";

/** What is judged: a review's words by their analysis, and its stars, the author's own for single aspects included. */
export interface Judged {
  readonly id: string;
  readonly rating: number;
  readonly aspectRatings?: AspectRatings | null;
  readonly analysis: ReviewAnalysis;
}

/** A judge of reviews that knows the owner's overrides. */
export function judgeWith({ corrections = [], hidden_aspects = [], muted_phrases = [] }: InsightsOverrides) {
  const correctionsOf = Map.groupBy(corrections, ({ review_id }) => review_id);
  const hidden = new Set<string>(hidden_aspects);
  const muted = new Set(muted_phrases.map((phrase) => phrase.toLowerCase()));
  return ({ id, rating, aspectRatings = null, analysis }: Judged): readonly Judgement[] => {
    const read = judgementsOf(withoutMuted(analysis, muted), rating);
    const corrected = withLabels(read, labelsByOwner(correctionsOf.get(id)));
    // Nobody knows better than the author.
    const judgements = withLabels(corrected, labelsByAuthor(aspectRatings));
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
type Labels = ReadonlyMap<AspectId, Correction["label"]>;

function labelsByOwner(corrections: readonly Correction[] | undefined): Labels | null {
  return corrections === undefined ? null : new Map(corrections.map(({ aspect, label }) => [aspect, label]));
}

/** The author's stars for an aspect override the words; three of five take no side. */
function labelsByAuthor(ratings: AspectRatings | null): Labels | null {
  if (ratings === null) return null;
  const aspects = Object.entries(RATED_ASPECTS) as [RatedAspect, AspectId][];
  return new Map(
    aspects.flatMap(([rated, aspect]) => {
      const stars = ratings[rated];
      return stars === null ? [] : [[aspect, stars > 3 ? "positive" : stars < 3 ? "negative" : "neutral"]];
    }),
  );
}

/** Judgements with those that somebody knows better in place of the engine's. */
function withLabels(judgements: readonly Judgement[], labels: Labels | null): readonly Judgement[] {
  if (labels === null) return judgements;
  const kept = judgements.filter(({ aspect }) => !labels.has(aspect));
  const set = [...labels].flatMap(([aspect, label]): Judgement[] => {
    if (label === "none") return [];
    const sentiment = label === "neutral" ? "unclear" : label;
    const { start, end } = judgements.find((own) => own.aspect === aspect) ?? { start: 0, end: 0 };
    return [{ aspect, sentiment, certainty: 1, start, end }];
  });
  return [...kept, ...set];
}
