/** The statistics of docs/insights.md, written anew for the recomputation: nothing of the program is used. */

export function rounded(number, digits) {
  return Math.round(number * 10 ** digits) / 10 ** digits || 0;
}

export function average(reviews) {
  return reviews.length === 0 ? null : rounded(meanOf(reviews.map(({ rating }) => rating)), 2);
}

export function share(part, whole) {
  return whole === 0 ? null : rounded(part / whole, 3);
}

/** Wilson, 95 %, as published. */
export function interval(hits, n) {
  if (n === 0) return null;
  const { lower, upper } = wilson(hits, n);
  return { low: rounded(Math.max(0, lower), 3), high: rounded(Math.min(1, upper), 3) };
}

export function wilson(hits, n) {
  if (n === 0) return { lower: 0, upper: 1 };
  const z = 1.96;
  const p = hits / n;
  const centre = p + (z * z) / (2 * n);
  const margin = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return { lower: (centre - margin) / scale, upper: (centre + margin) / scale };
}

/** How two groups of values differ, and how likely chance alone makes them. */
export function comparison(one, other) {
  return { chance: chance(one, other), difference: meanOf(one) - meanOf(other) };
}

function meanOf(values) {
  return values.length === 0 ? 0 : values.reduce((sum, own) => sum + own, 0) / values.length;
}

function variance(values) {
  const sum = values.reduce((total, own) => total + own, 0);
  const squares = values.reduce((total, own) => total + own * own, 0);
  return Math.max(0, (squares - (sum * sum) / values.length) / (values.length - 1));
}

function chance(one, other) {
  if (one.length < 10 || other.length < 10) return null;
  const welch = variance(one) / one.length + variance(other) / other.length;
  const dealt = variance([...one, ...other]) * (1 / one.length + 1 / other.length);
  const error = Math.sqrt(Math.max(welch, dealt));
  return error === 0 ? 1 : twoSided(Math.abs(meanOf(one) - meanOf(other)) / error);
}

/** Numerical Recipes 6.2.2. */
function twoSided(z) {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const c = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ];
  return Math.min(1, t * Math.exp(c.reduceRight((sum, own) => sum * t + own, 0) - x * x));
}

/** Benjamini and Hochberg at 5 %: the largest chance that is still reported. */
export function reportedUpTo(chances) {
  const ordered = chances.filter((own) => own !== null).sort((a, b) => a - b);
  let cutoff = 0;
  ordered.forEach((own, i) => {
    if (own <= (0.05 * (i + 1)) / ordered.length) cutoff = own;
  });
  return cutoff;
}

/** Quarters, or months once the last year holds 200 reviews; at most twelve, the last one with the newest review. */
export function periodsOf(reviews, newest) {
  const monthOf = (date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
  const lastYear = reviews.filter(({ date }) => daysBetween(date, newest) < 365).length;
  const length = lastYear >= 200 ? 1 : 3;
  const last = Math.floor(monthOf(newest) / length);
  const oldest = reviews.reduce((first, { date }) => (date < first ? date : first), newest);
  const first = Math.max(Math.floor(monthOf(oldest) / length), last - 11);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const month = (first + i) * length;
    const dayOf = (months, day) => new Date(Date.UTC(Math.floor(months / 12), months % 12, day));
    const from = dayOf(month, 1).toISOString().slice(0, 10);
    const to = dayOf(month + length, 0)
      .toISOString()
      .slice(0, 10);
    return { period: length === 1 ? from.slice(0, 7) : `${from.slice(0, 4)}-Q${(month % 12) / 3 + 1}`, from, to };
  });
}

export function daysBetween(earlier, later) {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000;
}
