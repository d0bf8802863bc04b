import type { TransparencyCounts } from "../../insights/mod.ts";
import type { StoreStatistics } from "../../owner/statistics.ts";
import { type AggregateRating, groupedDigits, recogniseSource, type WithholdingReason } from "../../review/mod.ts";
import { type ListedReview, listReviews, type Statistics } from "../../store/mod.ts";
import { type CommandCall, dateOption, numberOption, type Outcome, table } from "../command.ts";
export async function list(call: CommandCall): Promise<Outcome> {
  const source = call.text("source");
  const filter = {
    status: call.text("status") as "published" | "withheld" | undefined,
    withheld: call.text("withheld") as WithholdingReason | undefined,
    rating: numberOption(call, "rating", { min: 1, max: 5 }),
    isGone: call.flag("gone") ? true : undefined,
    source: source === undefined ? undefined : recogniseSource(source),
    author: call.text("author"),
    text: call.text("text"),
    since: dateOption(call, "since"),
    until: dateOption(call, "until"),
    limit: numberOption(call, "limit", { min: 1, max: 1_000_000 }) ?? 20,
  };
  const { total, reviews } = await call.withStore((store) => listReviews(store, filter));
  const footer = `${groupedDigits(reviews.length)} of ${groupedDigits(total)} reviews`;
  return { lines: [...table(reviews.map(cellsOf)), footer], data: { total, reviews } };
}

function cellsOf(review: ListedReview): string[] {
  const { id, date, rating, source, author, verification, withheld, copyOf, goneAtSource, text } = review;
  const standing = withheld === null ? verification : `withheld: ${withheld}`;
  const gone = goneAtSource === null ? "" : `, gone at the source since ${goneAtSource}`;
  const status = `${copyOf === null ? standing : `copy of ${copyOf}`}${gone}`;
  return [id, date, `${rating}/5`, source, status, author, text.replace(/\s+/g, " ")];
}

export async function stats(call: CommandCall): Promise<Outcome> {
  const { describeStore } = await import("../../owner/statistics.ts");
  return statsOutcome(await call.withStore(describeStore));
}

const STARS = ["5", "4", "3", "2", "1"] as const;

function statsOutcome({ business, statistics, transparency }: StoreStatistics): Outcome {
  const { revision, rating, oldest, newest, replied, removed, subscriptions } = statistics;
  const { imported, published, withheld } = transparency;
  const at = changedAt(statistics);
  const reasons = withheld
    .filter((each) => each.count > 0)
    .map((each) => `${groupedDigits(each.count)} ${each.reason}`);
  const figures = [
    ["business", business ?? "none yet"],
    ["revision", `${revision}${at === null ? "" : `, ${at}`}`],
    ["reviews", `${groupedDigits(imported)} stored, ${groupedDigits(published)} published`],
    ["withheld", reasons.length === 0 ? "none" : reasons.join(", ")],
    ["mean rating", rating.rating_value === null ? "none yet" : `${rating.rating_value} of 5`],
    ["dates", oldest === null ? "none yet" : `${oldest} to ${newest}`],
    ["answered", groupedDigits(replied)],
    ["removed", groupedDigits(removed)],
    ["subscriptions", groupedDigits(subscriptions)],
  ];
  return {
    lines: [
      ...table(figures),
      "",
      ...table([["stars", "published", "withheld"], ...starRows(rating, transparency)]),
      "",
      ...table([...shareRows("source", rating.by_source), ...shareRows("verified by", rating.by_verification)]),
    ],
    data: {
      business,
      revision,
      published_at: at,
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
