/**
 * Counts what is published and what is withheld, by reason and by star.
 *
 * @module
 */
import type { Transparency } from "../insights/mod.ts";
import { publishedTallies } from "../review/add_up_ratings.ts";
import type { Distribution, ReviewTally } from "../review/mod.ts";
import { WITHHOLDING_REASONS } from "../review/withholding_reason.ts";

/** The transparency section of /insights.json: every reason is listed, also with nothing withheld for it. */
export function transparencyOf(tallies: readonly ReviewTally[]): Transparency {
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
    withheld_share_by_rating: {
      "1": share(withheld["1"], published["1"]),
      "2": share(withheld["2"], published["2"]),
      "3": share(withheld["3"], published["3"]),
      "4": share(withheld["4"], published["4"]),
      "5": share(withheld["5"], published["5"]),
    },
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

/** The withheld part of all, three decimals; null of nothing. */
function share(withheld: number, published: number): number | null {
  const all = withheld + published;
  return all === 0 ? null : Math.round((withheld / all) * 1000) / 1000;
}
