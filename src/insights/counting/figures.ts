/**
 * The formulas behind the figures; docs/insights.md explains them to readers.
 *
 * @module
 */
import type { VoteLabel } from "../reading/analysis.ts";

/** Fewer reviews than this carry no judgement. */
export const MIN_REVIEWS = 3;
/** Fewer reviews than this answer no question. */
export const FAQ_MIN_REVIEWS = 5;

/** Votes that pull a mean toward the overall mean, so that few reviews stay modest. */
const PRIOR_VOTES = 4;

/** Mean of `n` votes drawn toward the overall mean; sums and means in thousandths. */
export function shrunk(sum: number, n: number, overallMean: number): number {
  return (sum + PRIOR_VOTES * overallMean) / (n + PRIOR_VOTES);
}

export interface Counts {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly mixed: number;
}

/** 0 to 100. */
export function scoreOf(sentiment: number): number {
  return Math.round(50 + 50 * sentiment);
}

/** Positive votes among those that take sides; null when none does. */
export function positiveShare({ positive, negative, mixed }: Counts): number | null {
  const sided = positive + negative + mixed;
  return sided === 0 ? null : rounded(positive / sided, 3);
}

/** Which way the votes go: mixed when praise and blame are within a factor of two and a half of each other. */
export function majorityLabel(counts: Counts): VoteLabel {
  const praise = counts.positive + counts.mixed / 2;
  const blame = counts.negative + counts.mixed / 2;
  if (counts.neutral > praise + blame) return "neutral";
  if (Math.min(praise, blame) * 2.5 > Math.max(praise, blame)) return "mixed";
  return praise > blame ? "positive" : blame > praise ? "negative" : "neutral";
}

export type ConfidenceLevel = "high" | "medium" | "low" | "none";

export function confidenceOf(reviews: number): ConfidenceLevel {
  return reviews >= 30 ? "high" : reviews >= 10 ? "medium" : reviews >= MIN_REVIEWS ? "low" : "none";
}

/** The 95% Wilson interval of `hits` among `n`; 0 to 1 when there is nothing to tell. */
export function wilson(hits: number, n: number): { readonly lower: number; readonly upper: number } {
  if (n === 0) return { lower: 0, upper: 1 };
  const z = 1.96;
  const share = hits / n;
  const centre = share + (z * z) / (2 * n);
  const margin = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return { lower: (centre - margin) / scale, upper: (centre + margin) / scale };
}

/** Rounds to `digits` decimals; never -0. */
export function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor || 0;
}

/** Mean rating of these reviews minus that of the others; null unless both sides have five. */
export function ratingImpact(sum: number, count: number, allSum: number, allCount: number): number | null {
  const others = allCount - count;
  return count < 5 || others < 5 ? null : rounded(sum / count - (allSum - sum) / others, 2);
}
