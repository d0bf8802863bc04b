/**
 * Reads all that a publication is built from, in one read transaction: one moment of the store, whatever is being
 * written meanwhile.
 *
 * @module
 */
import { eq, sql } from "drizzle-orm";
import type {
  Business,
  Mentions,
  PublishedReview,
  Removal,
  ReviewTally,
  VerificationMethod,
  WithholdingReason,
} from "../review/mod.ts";
import { readBusiness, readEditionState } from "./edition.ts";
import { keys, removals } from "./schema.ts";
import type { Store } from "./store.ts";

/** A review that is published, with what its mentions are made of. */
export interface PublishedRow extends PublishedReview {
  readonly givenMentions: Mentions | null;
  readonly analysis: string | null;
  /** What the analysis was made under; see `Analyst.key`. */
  readonly analysisKey: string | null;
}

export interface Edition {
  readonly revision: number;
  readonly publishedAt: number;
  /** Random name of this installation. */
  readonly authority: string;
  /** Null before the first import. Private technicians included. */
  readonly business: Business | null;
  readonly insightsOverrides: Readonly<Record<string, unknown>> | null;
  /** Newest first: date descending, then id ascending. Read as it is walked, and once only. */
  readonly reviews: Iterable<PublishedRow>;
  /** Latest first; of reviews that readers saw. */
  readonly removals: readonly Removal[];
  /** Counted when asked for: a starting server, which has the feeds to write first, does not need them. */
  tallies(): readonly ReviewTally[];
}

export interface ReadOptions {
  /** Only the newest reviews; all when left out. */
  readonly newest?: number;
}

/** Calls `use` with the edition as it is now; the edition must not be kept beyond the call. */
export function withEdition<T>(store: Store, use: (edition: Edition) => T, options: ReadOptions = {}): T {
  return store.transaction(
    (transaction) => {
      const state = readEditionState(transaction);
      const stored = readBusiness(transaction);
      return use({
        ...state,
        authority: transaction.select().from(keys).where(eq(keys.name, "authority")).get()?.value ?? "",
        business: stored?.profile ?? null,
        insightsOverrides: stored?.insightsOverrides ?? null,
        reviews: readPublished(transaction, options.newest ?? Number.POSITIVE_INFINITY),
        removals: readRemovals(transaction),
        tallies: () => readTallies(transaction),
      });
    },
    { behavior: "deferred" },
  );
}

/** Rows read at a time, so that a large set never stands in memory twice. */
const PAGE = 1000;

type Row = [
  ...[string, string, string | null, string, number, string | null, string, string | null, string, number],
  ...[VerificationMethod, string | null, string | null, string | null, string | null, number, number],
  ...[string | null, string | null],
];

function* readPublished(store: Store, most: number): Generator<PublishedRow> {
  let after = { date: "9999-99-99", id: "" };
  for (let read = 0; read < most; ) {
    const rows = store.values<Row>(sql`
      SELECT id, source, source_url, date, rating, title, text, language, author_name, is_anonymous,
        verification_method, verification_date, given_mentions, reply_text, reply_date, updated_at, edited,
        analysis, analysis_key
      FROM reviews INDEXED BY reviews_published
      WHERE withheld IS NULL AND date <= ${after.date} AND (date < ${after.date} OR id > ${after.id})
      ORDER BY date DESC, id LIMIT ${Math.min(PAGE, most - read)}`);
    for (const row of rows) yield publishedRow(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { date: last[3], id: last[0] };
    read += rows.length;
  }
}

/** Written by place: destructuring rows of nineteen columns takes longer than reading them. */
function publishedRow(row: Row): PublishedRow {
  return {
    id: row[0],
    source: row[1],
    sourceUrl: row[2],
    date: row[3],
    rating: row[4],
    title: row[5],
    text: row[6],
    language: row[7],
    authorName: row[8],
    isAnonymous: row[9] === 1,
    verificationMethod: row[10],
    verificationDate: row[11],
    givenMentions: row[12] === null ? null : JSON.parse(row[12]),
    replyText: row[13],
    replyDate: row[14],
    updatedAt: row[15],
    edited: row[16] === 1,
    analysis: row[17],
    analysisKey: row[18],
  };
}

function readRemovals(store: Store): Removal[] {
  const rows = store
    .select()
    .from(removals)
    .where(sql`${removals.wasPublished} = 1`)
    .orderBy(sql`${removals.removedAt} DESC, ${removals.id}`)
    .all();
  return rows.map(({ id, removedAt }) => ({ id, removed_at: new Date(removedAt).toISOString() }));
}

/** How many reviews are alike in why they are withheld, if so, and in what the aggregate rating counts. */
export function readTallies(store: Store): ReviewTally[] {
  const rows = store.values<[WithholdingReason | null, number, string, VerificationMethod, number]>(sql`
    SELECT withheld, rating, source, verification_method, count(*) FROM reviews GROUP BY 1, 2, 3, 4`);
  return rows.map(([withheld, rating, source, verification, count]) => {
    return { withheld, rating, source, verification, count };
  });
}
