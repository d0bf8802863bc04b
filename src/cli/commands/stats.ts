import { transparencyOf } from "../../publication/mod.ts";
import { readBusiness, readStatistics, type Statistics } from "../../store/mod.ts";
import type { Command, Outcome } from "../command.ts";
import { count } from "../progress.ts";
import { table } from "../table.ts";

export const statsCommand: Command = {
  name: "stats",
  summary: "show what is kept, in numbers",
  run: (call) =>
    call.withStore((store) => statsOutcome(readStatistics(store), readBusiness(store)?.profile.name ?? null)),
};

const STARS = ["5", "4", "3", "2", "1"] as const;

function statsOutcome(statistics: Statistics, business: string | null): Outcome {
  const { revision, publishedAt, rating, tallies, oldest, newest, replied, removed, subscriptions } = statistics;
  const { imported, published, withheld } = transparencyOf(tallies);
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
      transparency: transparencyOf(tallies),
      oldest,
      newest,
      replied,
      removed,
      subscriptions,
    },
  };
}
