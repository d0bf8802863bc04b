import type { TransparencyCounts } from "../insights/mod.ts";
import { transparencyOf } from "../publication/mod.ts";
import { readBusiness, readStatistics, type Statistics, type Store } from "../store/mod.ts";

/** What is kept, in numbers. */
export interface StoreStatistics {
  /** Name of the business; null before the first import. */
  readonly business: string | null;
  readonly statistics: Statistics;
  readonly transparency: TransparencyCounts;
}

/** Counts what is kept. Reads only. */
export async function describeStore(store: Store): Promise<StoreStatistics> {
  const statistics = await readStatistics(store);
  const business = (await readBusiness(store))?.profile.name ?? null;
  return { business, statistics, transparency: transparencyOf(statistics.tallies) };
}
