/**
 * The reviews as their owner looks at them: withheld ones too.
 *
 * @module
 */
import { type SQL, sql } from "drizzle-orm";
import type { VerificationMethod, WithholdingReason } from "../review/mod.ts";
import type { Store } from "./store.ts";

export interface ListFilter {
  /** Published, withheld, or both when left out. */
  readonly status?: "published" | "withheld" | undefined;
  readonly withheld?: WithholdingReason | undefined;
  readonly rating?: number | undefined;
  readonly source?: string | undefined;
  /** Calendar dates, inclusive. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
}

export interface ListedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly source: string;
  readonly author: string;
  readonly verification: VerificationMethod;
  /** Why it is not published; null when it is. */
  readonly withheld: WithholdingReason | null;
  readonly text: string;
  readonly reply: string | null;
}

export interface Listing {
  readonly total: number;
  /** Newest first: date descending, then id. */
  readonly reviews: readonly ListedReview[];
}

type Row = [
  string,
  string,
  number,
  string,
  string,
  VerificationMethod,
  WithholdingReason | null,
  string,
  string | null,
];

/** The reviews that pass a filter, up to its limit, and how many pass it in all. */
export function listReviews(store: Store, filter: ListFilter): Listing {
  const where = sql.join(conditionsOf(filter), sql` AND `);
  const rows = store.values<Row>(sql`
    SELECT id, date, rating, source, author_name, verification_method, withheld, text, reply_text
    FROM reviews WHERE ${where} ORDER BY date DESC, id LIMIT ${filter.limit}`);
  return {
    total: store.values<[number]>(sql`SELECT count(*) FROM reviews WHERE ${where}`)[0]![0],
    reviews: rows.map(([id, date, rating, source, author, verification, withheld, text, reply]) => {
      return { id, date, rating, source, author, verification, withheld, text, reply };
    }),
  };
}

function conditionsOf({ status, withheld, rating, source, since, until }: ListFilter): SQL[] {
  return [
    sql`1`,
    ...(status === "published" ? [sql`withheld IS NULL`] : []),
    ...(status === "withheld" ? [sql`withheld IS NOT NULL`] : []),
    ...(withheld === undefined ? [] : [sql`withheld = ${withheld}`]),
    ...(rating === undefined ? [] : [sql`rating = ${rating}`]),
    ...(source === undefined ? [] : [sql`source = ${source.toLowerCase()}`]),
    ...(since === undefined ? [] : [sql`date >= ${since}`]),
    ...(until === undefined ? [] : [sql`date <= ${until}`]),
  ];
}
