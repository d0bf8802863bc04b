/** Counts what is published and what is withheld, by reason and by star. */
import type { TransparencyCounts } from "../insights/mod.ts";
import { WITHHOLDING_REASONS } from "../review/fields.ts";
import type { Distribution, ReviewTally } from "../review/mod.ts";
import { publishedTallies } from "../review/ratings.ts";

/** The counts of the transparency section of /insights.json: every reason is listed, also with nothing withheld for it. */
export function transparencyOf(tallies: readonly ReviewTally[]): TransparencyCounts {
  const counted = tallies.filter(({ isCopy }) => !isCopy);
  const joined = sum(distributionOf(tallies.filter(({ isCopy }) => isCopy)));
  const published = distributionOf(publishedTallies(tallies));
  const withheld = distributionOf(counted.filter(({ withheld }) => withheld !== null));
  return {
    imported: sum(published) + sum(withheld) + joined,
    published: sum(published),
    joined,
    withheld_count: sum(withheld),
    withheld: WITHHOLDING_REASONS.map((reason) => {
      const byRating = distributionOf(counted.filter((tally) => tally.withheld === reason));
      return { reason, count: sum(byRating), by_rating: byRating };
    }),
  };
}

function distributionOf(tallies: readonly ReviewTally[]): Distribution {
  const distribution: Distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  for (const { rating, count } of tallies) distribution[String(rating) as keyof Distribution] += count;
  return distribution;
}

function sum(distribution: Distribution): number {
  return Object.values(distribution).reduce((total, count) => total + count, 0);
}
