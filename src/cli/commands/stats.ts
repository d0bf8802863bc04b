import type { Transparency } from "../../insights/mod.ts";
import { readBusiness, readStatistics, type Statistics } from "../../store/mod.ts";
import type { Command, Outcome } from "../command.ts";
import { table } from "../table.ts";
import { count } from "../words.ts";

export const statsCommand: Command = {
  name: "stats",
  summary: "show what is kept, in numbers",
  run: async (call) => {
    const { transparencyOf } = await import("../../publication/mod.ts");
    return call.withStore((store) => {
      const statistics = readStatistics(store);
      const business = readBusiness(store)?.profile.name ?? null;
      return statsOutcome(statistics, { business, transparency: transparencyOf(statistics.tallies) });
    });
  },
};

const STARS = ["5", "4", "3", "2", "1"] as const;

interface Told {
  readonly business: string | null;
  readonly transparency: Transparency;
}

function statsOutcome(statistics: Statistics, { business, transparency }: Told): Outcome {
  const { revision, publishedAt, rating, oldest, newest, replied, removed, subscriptions } = statistics;
  const { imported, published, withheld } = transparency;
  const withheldOf = (star: (typeof STARS)[number]) =>
    withheld.reduce((sum, { by_rating }) => sum + by_rating[star], 0);
  const reasons = withheld.filter((each) => each.count > 0).map((each) => `${count(each.count)} ${each.reason}`);
  const changedAt = publishedAt === 0 ? null : new Date(publishedAt).toISOString();
  const groups = (name: string, shares: typeof rating.by_source) =>
    Object.entries(shares).map(([key, share]) => [name, key, count(share.review_count), `mean ${share.rating_value}`]);
  return {
    lines: [
      ...table([
        ["business", business ?? "none yet"],
        ["revision", `${revision}${changedAt === null ? "" : `, ${changedAt}`}`],
        ["reviews", `${count(imported)} kept, ${count(published)} published`],
        ["withheld", reasons.length === 0 ? "none" : reasons.join(", ")],
        ["mean rating", rating.rating_value === null ? "none yet" : `${rating.rating_value} of 5`],
        ["dates", oldest === null ? "none yet" : `${oldest} to ${newest}`],
        ["answered", count(replied)],
        ["taken down", count(removed)],
        ["subscriptions", count(subscriptions)],
      ]),
      "",
      ...table([
        ["stars", "published", "withheld"],
        ...STARS.map((star) => [star, count(rating.distribution[star]), count(withheldOf(star))]),
      ]),
      "",
      ...table([...groups("source", rating.by_source), ...groups("verified by", rating.by_verification)]),
    ],
    data: {
      business,
      revision,
      published_at: changedAt,
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
