/**
 * The formulas behind the figures (docs/insights.md explains them to readers), and the test whether two groups
 * differ by more than chance.
 */
import type { VoteLabel } from "../analysis/analysis.ts";
import type { Interval } from "./transparency.ts";

/** Fewer reviews than this carry no judgement. */
export const MIN_REVIEWS = 3;
/** Fewer reviews than this answer no question. */
export const FAQ_MIN_REVIEWS = 5;

/** Fewer reviews that agree do not make an aspect one that customers praise or criticise. */
export const MIN_AGREEING_REVIEWS = 3;

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
export function roundedShare(part: number, whole: number): number | null {
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

/** The 95% Wilson interval of `hits` among `n`; 0 to 1 if `n` is 0. */
function wilson(hits: number, n: number): { readonly lower: number; readonly upper: number } {
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

/** Sums of one measured value over a group. */
export interface SampleSums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Share of the reported differences of a document that may be chance. */
export const FALSE_DISCOVERIES = 0.05;
/** Groups smaller than this are not compared. */
const MIN_COMPARED = 10;

export function sampleMean({ count, sum }: SampleSums): number {
  return count === 0 ? 0 : sum / count;
}

/** What of `all` is not in `part`. */
export function without(all: SampleSums, part: SampleSums): SampleSums {
  return { count: all.count - part.count, sum: all.sum - part.sum, squares: all.squares - part.squares };
}

/**
 * Two-sided probability of a difference of means at least as large when there is none; null for groups that are too small.
 *
 * The standard error is the larger of Welch's and that of a random reassignment of all members to the two groups. Welch's
 * alone would treat ten equal votes as certain; the other alone underestimates a group that varies more than the whole.
 */
export function chanceOf(one: SampleSums, other: SampleSums): number | null {
  if (one.count < MIN_COMPARED || other.count < MIN_COMPARED) return null;
  const welch = variance(one) / one.count + variance(other) / other.count;
  const all = { count: one.count + other.count, sum: one.sum + other.sum, squares: one.squares + other.squares };
  const dealt = variance(all) * (1 / one.count + 1 / other.count);
  const error = Math.sqrt(Math.max(welch, dealt));
  return error === 0 ? 1 : twoSided(Math.abs(sampleMean(one) - sampleMean(other)) / error);
}

function variance({ count, sum, squares }: SampleSums): number {
  return Math.max(0, (squares - (sum * sum) / count) / (count - 1));
}

/** Probability of a standard normal value beyond ±z. Numerical Recipes 6.2.2, exact to seven digits. */
function twoSided(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const series = ERFC.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  return Math.min(1, t * Math.exp(series - x * x));
}

const ERFC = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
];

/**
 * The largest probability that is still reported, so that at most {@link FALSE_DISCOVERIES} of what is reported is chance
 * (Benjamini and Hochberg 1995, over all tests of a document); 0 when nothing may be.
 */
export function reportedUpTo(chances: readonly (number | null)[]): number {
  const ordered = chances.filter((chance) => chance !== null).sort((a, b) => a - b);
  const last = ordered.findLastIndex((chance, i) => chance <= (FALSE_DISCOVERIES * (i + 1)) / ordered.length);
  return last < 0 ? 0 : (ordered[last] ?? 0);
}
