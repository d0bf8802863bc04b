/**
 * Whether two groups differ by more than chance: tests that survive a shuffle, and how many of a document's may be said.
 *
 * @module
 */

/** Sums of one measured value over a group. */
export interface Sample {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Of the differences that a document reports, the share that may be chance. */
export const FALSE_DISCOVERIES = 0.05;
/** Groups smaller than this are not compared. */
export const MIN_COMPARED = 10;

export function meanOf({ count, sum }: Sample): number {
  return count === 0 ? 0 : sum / count;
}

/** What of `all` is not in `part`. */
export function without(all: Sample, part: Sample): Sample {
  return { count: all.count - part.count, sum: all.sum - part.sum, squares: all.squares - part.squares };
}

/**
 * Two-sided probability of a difference of means at least as large when there is none; null for groups that are too small.
 *
 * The standard error is the larger of two: Welch's, and that of the members dealt out to the groups anew. Welch's alone
 * takes ten equal votes for certainty, the other one a group that varies more than all.
 */
export function chanceOf(one: Sample, other: Sample): number | null {
  if (one.count < MIN_COMPARED || other.count < MIN_COMPARED) return null;
  const welch = variance(one) / one.count + variance(other) / other.count;
  const all = { count: one.count + other.count, sum: one.sum + other.sum, squares: one.squares + other.squares };
  const dealt = variance(all) * (1 / one.count + 1 / other.count);
  const error = Math.sqrt(Math.max(welch, dealt));
  return error === 0 ? 1 : twoSided(Math.abs(meanOf(one) - meanOf(other)) / error);
}

function variance({ count, sum, squares }: Sample): number {
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
  ...[-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806],
  ...[0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277],
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
