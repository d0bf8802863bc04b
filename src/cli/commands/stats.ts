import type { TransparencyCounts } from "../../insights/mod.ts";
import type { StoreStatistics } from "../../owner/mod.ts";
import type { AggregateRating } from "../../review/mod.ts";
import { groupedDigits } from "../../review/mod.ts";
import type { Statistics } from "../../store/mod.ts";
import type { Command, Outcome } from "../command.ts";
import { table } from "../table.ts";

/** Counts what is kept, published and withheld. */
export const statsCommand: Command = {
  name: "stats",
  summary: "show what is kept, in numbers",
  run: async (call) => {
    const { describeStore } = await import("../../owner/statistics.ts");
    return statsOutcome(await call.withStore(describeStore));
  },
};

const STARS = ["5", "4", "3", "2", "1"] as const;

function statsOutcome({ business, statistics, transparency }: StoreStatistics): Outcome {
  const { revision, rating, oldest, newest, replied, removed, subscriptions } = statistics;
  return {
    lines: [
      ...table(figureRows({ business, statistics, transparency })),
      "",
      ...table([["stars", "published", "withheld"], ...starRows(rating, transparency)]),
      "",
      ...table([...shareRows("source", rating.by_source), ...shareRows("verified by", rating.by_verification)]),
    ],
    data: {
      business,
      revision,
      published_at: changedAt(statistics),
      aggregate_rating: rating,
      transparency,
      oldest,
      newest,
      replied,
      removed,
      subscriptions,
    },
  };
}

function figureRows({ business, statistics, transparency }: StoreStatistics): string[][] {
  const { revision, rating, oldest, newest, replied, removed, subscriptions } = statistics;
  const { imported, published, withheld } = transparency;
  const at = changedAt(statistics);
  const reasons = withheld
    .filter((each) => each.count > 0)
    .map((each) => `${groupedDigits(each.count)} ${each.reason}`);
  return [
    ["business", business ?? "none yet"],
    ["revision", `${revision}${at === null ? "" : `, ${at}`}`],
    ["reviews", `${groupedDigits(imported)} kept, ${groupedDigits(published)} published`],
    ["withheld", reasons.length === 0 ? "none" : reasons.join(", ")],
    ["mean rating", rating.rating_value === null ? "none yet" : `${rating.rating_value} of 5`],
    ["dates", oldest === null ? "none yet" : `${oldest} to ${newest}`],
    ["answered", groupedDigits(replied)],
    ["taken down", groupedDigits(removed)],
    ["subscriptions", groupedDigits(subscriptions)],
  ];
}

function changedAt({ publishedAt }: Statistics): string | null {
  return publishedAt === 0 ? null : new Date(publishedAt).toISOString();
}

function starRows({ distribution }: AggregateRating, { withheld }: TransparencyCounts): string[][] {
  const withheldOf = (star: (typeof STARS)[number]) =>
    withheld.reduce((sum, { by_rating }) => sum + by_rating[star], 0);
  return STARS.map((star) => [star, groupedDigits(distribution[star]), groupedDigits(withheldOf(star))]);
}

function shareRows(name: string, shares: AggregateRating["by_source"]): string[][] {
  return Object.entries(shares).map(([key, share]) => {
    return [name, key, groupedDigits(share.review_count), `mean ${share.rating_value}`];
  });
}
