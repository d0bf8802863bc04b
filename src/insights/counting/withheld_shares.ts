/**
 * What share of the reviews is withheld, in all and by stars.
 *
 * @module
 */
import type { Distribution } from "../../review/mod.ts";
import { intervalOf, shareOf } from "./figures.ts";
import type { Transparency, TransparencyCounts } from "./transparency.ts";

/** Shares of what is withheld, in all and by the stars of what is published. */
export function withShares(counts: TransparencyCounts, published: Distribution): Transparency {
  const withheldWith = (stars: keyof Distribution) =>
    counts.withheld.reduce((sum, { by_rating }) => sum + by_rating[stars], 0);
  const byRating = <Value>(of: (part: number, whole: number) => Value) => {
    const at = (stars: keyof Distribution) => of(withheldWith(stars), withheldWith(stars) + published[stars]);
    return { "1": at("1"), "2": at("2"), "3": at("3"), "4": at("4"), "5": at("5") };
  };
  const all = counts.withheld_count + counts.published;
  return {
    ...counts,
    withheld_share: shareOf(counts.withheld_count, all),
    withheld_interval: intervalOf(counts.withheld_count, all),
    withheld_share_by_rating: byRating(shareOf),
    withheld_interval_by_rating: byRating(intervalOf),
  };
}
