/**
 * What the store holds, in numbers.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import { type AggregateRating, aggregateRating, type ReviewTally } from "../review/mod.ts";
import { readTallies } from "../sql/read_edition.ts";
import { rowsOf } from "../sql/rows.ts";
import { readEditionState } from "./edition.ts";
import type { Store } from "./store.ts";

export interface Statistics {
  readonly revision: number;
  /** When the published content last changed, epoch milliseconds; 0 before the first change. */
  readonly publishedAt: number;
  /** Of the published reviews. */
  readonly rating: AggregateRating;
  readonly tallies: readonly ReviewTally[];
  /** Dates of the oldest and the newest published review. */
  readonly oldest: string | null;
  readonly newest: string | null;
  readonly replied: number;
  readonly removed: number;
  readonly subscriptions: number;
}

/** What is kept at this moment, counted; what is written meanwhile may show in a part of it. */
export function readStatistics(store: Store): Statistics {
  const tallies = readTallies(rowsOf(store));
  const [oldest, newest, replied] = store.values<[string | null, string | null, number]>(
    sql`SELECT min(date), max(date), count(reply_text) FROM reviews WHERE withheld IS NULL`,
  )[0]!;
  const [removed, subscriptions] = store.values<[number, number]>(
    sql`SELECT (SELECT count(*) FROM removals), (SELECT count(*) FROM subscriptions)`,
  )[0]!;
  return {
    ...readEditionState(store),
    rating: aggregateRating(tallies.filter(({ withheld }) => withheld === null)),
    tallies,
    oldest,
    newest,
    replied,
    removed,
    subscriptions,
  };
}
