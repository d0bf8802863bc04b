/** Fits what turns the rules' mentions and the sentence model's scores into log-odds. */
import { findAspects, sideCandidates } from "../../src/insights/analysis/aspect_votes.ts";
import { readText } from "../../src/insights/analysis/sentiment.ts";
import { ASPECT_IDS } from "../../src/review/aspects.ts";
import { pairs, reviews } from "./composed_text.ts";
import type { Labelled } from "./labelled_text.ts";
import { fitted, logistic, samplesOf, scoresBy, stepAlong } from "./sentence_fit.ts";

/** One sentence of so many is left out of the learning, so that evidence is weighed on sentences its model never saw. */
const LEFT_OUT = 5;
/** Reviews composed of the sentences left out. */
const COMPOSED = 1_600;
/** Pairs of sentences that the model learns from beside the sentences, and those that the one without a part does. */
export const PAIRED = 30_000;
const PAIRED_WITHOUT = 6_000;

/** Weights of the features that `aspect_votes.ts` gathers, by side. */
export function fitEvidence(labelled: readonly Labelled[]): Record<"praise" | "blame", number[]> {
  const sides = { praise: [] as Weighed[], blame: [] as Weighed[] };
  const others = labelled.filter((_, i) => i % LEFT_OUT !== 0);
  const scores = scoresBy(fitted(others.flatMap(samplesOf), pairs(others, PAIRED_WITHOUT).flatMap(samplesOf)));
  const own = labelled.filter((_, i) => i % LEFT_OUT === 0);
  for (const { isFresh, text, labels } of [...own, ...reviews(own, COMPOSED)]) {
    if (!isFresh) continue;
    const reading = readText(text);
    const truth = new Set(labels.map(({ side }) => side));
    for (const { aspect, side, features } of sideCandidates(reading, findAspects(reading), scores)) {
      const column = ASPECT_IDS.indexOf(aspect) * 2 + (side > 0 ? 0 : 1);
      (side > 0 ? sides.praise : sides.blame).push({ features, isTrue: truth.has(column) });
    }
  }
  return { praise: regression(sides.praise), blame: regression(sides.blame) };
}

interface Weighed {
  readonly features: readonly number[];
  readonly isTrue: boolean;
}

function regression(from: readonly Weighed[]): number[] {
  const size = from[0]!.features.length;
  const weights = new Float64Array(size);
  const seen = new Float64Array(size);
  for (let step = 0; step < 600; step++) {
    const gradient = new Float64Array(size).map((_, i) => weights[i]! * 0.5);
    for (const { features, isTrue } of from) {
      const error = logistic(features.reduce((sum, own, i) => sum + own * weights[i]!, 0)) - (isTrue ? 1 : 0);
      for (const [i, own] of features.entries()) gradient[i]! += error * own;
    }
    stepAlong(weights, gradient, seen);
  }
  return [...weights].map((weight) => Math.round(weight * 100) / 100);
}
