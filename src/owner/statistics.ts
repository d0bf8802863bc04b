import type { TransparencyCounts } from "../insights/mod.ts";
import { transparencyOf } from "../publication/mod.ts";
import { listReviews, readBusiness, readStatistics, type Statistics, type Store } from "../store/mod.ts";
import { countToAnswer } from "./inbox.ts";

export interface StoreStatistics {
  readonly business: string | null;
  readonly statistics: Statistics;
  readonly transparency: TransparencyCounts;
}

export async function describeStore(store: Store): Promise<StoreStatistics> {
  const statistics = await readStatistics(store);
  const business = (await readBusiness(store))?.profile.name ?? null;
  return { business, statistics, transparency: transparencyOf(statistics.tallies) };
}

export interface BusinessInBrief {
  readonly name: string | null;
  readonly rating: number | null;
  readonly reviewCount: number;
  /** Reviews that are dated in the last 30 days. */
  readonly newCount: number;
  /** Reviews without a reply, objections and reports that nobody has settled. */
  readonly waiting: number;
}

/** Reads only; some milliseconds for a business of the usual size. */
export async function describeInBrief(store: Store, now: number): Promise<BusinessInBrief> {
  const { business, statistics } = await describeStore(store);
  const since = new Date(now - 30 * 86_400_000).toISOString().slice(0, 10);
  const { rating } = statistics;
  return {
    name: business,
    rating: rating.rating_value,
    reviewCount: rating.review_count,
    newCount: (await listReviews(store, { status: "published", limit: 0, since })).total,
    waiting: await countToAnswer(store),
  };
}
