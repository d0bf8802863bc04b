/**
 * What changed between two sets of reviews, and whether that is more than chance.
 *
 * @module
 */
import { Type } from "typebox";
import { chanceOf, type Sample } from "../../insights/mod.ts";
import type { Distribution } from "../../review/mod.ts";
import type { Stats } from "./stats.ts";

/** Schema of a difference. */
export const Difference = Type.Object(
  {
    review_count: Type.Integer(),
    rating_value: Type.Union([Type.Number(), Type.Null()]),
    is_clear: Type.Boolean(),
  },
  {
    description:
      "The figures minus those compared with; is_clear: with no change at all, a difference of means this large would be seen in fewer than 5 of 100 cases",
  },
);

/** A difference. */
export type Difference = Type.Static<typeof Difference>;

/** Where one in twenty would be chance. */
const LIMIT = 0.05;

/** How `now` differs from `before`. */
export function differenceOf(now: Stats, before: Stats): Difference {
  const chance = chanceOf(sampleOf(now.distribution), sampleOf(before.distribution));
  const isCompared = now.rating_value !== null && before.rating_value !== null;
  return {
    review_count: now.review_count - before.review_count,
    rating_value: isCompared ? Math.round(100 * (now.rating_value - before.rating_value)) / 100 : null,
    is_clear: chance !== null && chance < LIMIT,
  };
}

function sampleOf(distribution: Distribution): Sample {
  let [count, sum, squares] = [0, 0, 0];
  for (const [star, reviews] of Object.entries(distribution)) {
    count += reviews;
    sum += reviews * Number(star);
    squares += reviews * Number(star) ** 2;
  }
  return { count, sum, squares };
}
