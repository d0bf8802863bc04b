/**
 * The formulas behind the figures; docs/insights.md explains them to readers.
 *
 * @module
 */
import type { VoteLabel } from "../reading/analysis.ts";
import type { Interval } from "./interval.ts";

/** Fewer reviews than this carry no judgement. */
export const MIN_REVIEWS = 3;
/** Fewer reviews than this answer no question. */
export const FAQ_MIN_REVIEWS = 5;

/** Fewer reviews than this do not make an aspect one that customers praise. */
export const PRAISED_MIN_REVIEWS = 10;

/** Votes that pull a mean toward the overall mean, so that few reviews stay modest. */
const PRIOR_VOTES = 4;

/** Mean of `n` votes drawn toward the overall mean; sums and means in thousandths. */
export function shrunk(sum: number, n: number, overallMean: number): number {
  return (sum + PRIOR_VOTES * overallMean) / (n + PRIOR_VOTES);
}

export interface Counts {
  readonly positive: number;
  readonly unclear: number;
  readonly negative: number;
  readonly mixed: number;
}

/** 0 to 100. */
export function scoreOf(sentiment: number): number {
  return Math.round(50 + 50 * sentiment);
}

/** `part` of `whole`, three decimals; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole, 3);
}

/** The 95 % Wilson interval of a share, three decimals; null of nothing. */
export function intervalOf(part: number, whole: number): Interval | null {
  if (whole === 0) return null;
  const { lower, upper } = wilson(part, whole);
  return { low: rounded(Math.max(0, lower), 3), high: rounded(Math.min(1, upper), 3) };
}

/** Which way the votes go: mixed when praise and blame are within a factor of two and a half of each other. */
export function majorityLabel(counts: Counts): VoteLabel {
  const praise = counts.positive + counts.mixed / 2;
  const blame = counts.negative + counts.mixed / 2;
  if (counts.unclear > praise + blame) return "neutral";
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
