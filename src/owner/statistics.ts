import { DAY_MS } from "../durations.ts";
import { transparencyOf } from "../publication/mod.ts";
import { listReviews, readBusiness, readStatistics, type Store } from "../store/mod.ts";
import { countToAnswer } from "./inbox.ts";

export type StoreStatistics = Awaited<ReturnType<typeof describeStore>>;

export async function describeStore(store: Store) {
  const statistics = await readStatistics(store);
  const business = (await readBusiness(store))?.profile.name ?? null;
  return { business, statistics, transparency: transparencyOf(statistics.tallies) };
}

export type BusinessSummary = Awaited<ReturnType<typeof summarizeBusiness>>;

/** Reads only; some milliseconds for a business of the usual size. */
export async function summarizeBusiness(store: Store, now: number) {
  const { business, statistics } = await describeStore(store);
  const since = new Date(now - 30 * DAY_MS).toISOString().slice(0, 10);
  const { rating } = statistics;
  return {
    name: business,
    rating: rating.rating_value,
    reviewCount: rating.review_count,
    newCount: (await listReviews(store, { status: "published", limit: 0, since })).total,
    /** Reviews without a reply, and open objections and reports. */
    waiting: await countToAnswer(store),
  };
}
