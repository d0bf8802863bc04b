/**
 * Chooses what is said first so that one review more or less hardly ever changes it: by interval ends, and cut where the
 * distance to the next is largest. Nothing is remembered: the same reviews give the same choice.
 *
 * @module
 */
import type { AspectInsight, InsightsDataset } from "./dataset.ts";
import { PRAISED_MIN_REVIEWS, wilson } from "./figures.ts";

const MOST_PRAISED = 3;
const MOST_CRITICISED = 4;

/** Praise is what surely so many of those who take a side agree on. */
const AGREED = 0.75;

/** Aspects that customers surely praise more than what else they judge; in the order of the twelve. */
export function strengthsOf(aspects: readonly AspectInsight[], { judgements }: InsightsDataset["overall"]) {
  const mean = judgements.positive_share ?? 1;
  const low = ({ positive_interval }: AspectInsight) => positive_interval?.low ?? 0;
  const able = aspects.filter(
    (aspect) => aspect.review_count >= PRAISED_MIN_REVIEWS && low(aspect) > mean && isAgreed(aspect),
  );
  const first = clearlyFirst(able, low, { floor: mean, most: MOST_PRAISED });
  return able.filter((aspect) => first.includes(aspect));
}

function isAgreed({ positive_count, review_count, unclear_count }: AspectInsight): boolean {
  return wilson(positive_count, review_count - unclear_count).lower >= AGREED;
}

/** So many critical reviews at least, as roots: differences of counts are as sure at every size. */
const LEAST = Math.sqrt(3);

/** Aspects that most reviews criticise, in the order of the twelve: what is often criticised is always said. */
export function improvementsOf(aspects: readonly AspectInsight[]) {
  const root = ({ negative_count }: AspectInsight) => Math.sqrt(negative_count);
  const able = aspects.filter(
    ({ negative_count, negative_share }) => negative_count > 3 && (negative_share ?? 0) >= 0.03,
  );
  const first = clearlyFirst(able, root, { floor: LEAST, most: MOST_CRITICISED });
  return able.filter((aspect) => first.includes(aspect));
}

/** The first by a value, at most `most`, cut where the next (at last `floor`) is farthest below. */
function clearlyFirst<Item extends { readonly id: string }>(
  items: readonly Item[],
  measure: (item: Item) => number,
  { floor, most }: { readonly floor: number; readonly most: number },
): Item[] {
  const ordered = items.toSorted((a, b) => measure(b) - measure(a) || (a.id < b.id ? -1 : 1));
  const values = [...ordered.map(measure), floor];
  const gaps = ordered.slice(0, most).map((_, i) => (values[i] ?? floor) - (values[i + 1] ?? floor));
  return ordered.slice(0, gaps.lastIndexOf(Math.max(...gaps)) + 1);
}
