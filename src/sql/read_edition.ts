/**
 * Reads all that a publication is built from, over nothing but SQL: a starting server reads it before Drizzle is loaded.
 *
 * @module
 */
import type {
  Business,
  Mentions,
  PublishedReview,
  Removal,
  ReviewTally,
  VerificationMethod,
  WithholdingReason,
} from "../review/mod.ts";
import { parseMentions } from "./parse_mentions.ts";
import type { ReadRows } from "./rows.ts";

/** A review that is published, with what its mentions are made of. */
export interface PublishedRow extends PublishedReview {
  readonly givenMentions: Mentions | null;
  readonly analysis: string | null;
  /** What the analysis was made under; see `Analyst.key`. */
  readonly analysisKey: string | null;
}

export interface EditionState {
  readonly revision: number;
  /** When the published content last changed, epoch milliseconds; 0 before the first change. */
  readonly publishedAt: number;
}

export interface Edition extends EditionState {
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

/**
 * The edition as it is now. To be called, and the reviews to be walked, within one read transaction: that makes it one
 * moment of the store, whatever is being written meanwhile.
 */
export function readEdition(read: ReadRows, { newest = Number.POSITIVE_INFINITY }: ReadOptions = {}): Edition {
  const [business] = read<[string, string | null]>("SELECT profile, insights_overrides FROM business");
  const [authority] = read<[string]>("SELECT value FROM keys WHERE name = 'authority'");
  return {
    ...readState(read),
    authority: authority?.[0] ?? "",
    business: JSON.parse(business?.[0] ?? "null"),
    insightsOverrides: JSON.parse(business?.[1] ?? "null"),
    reviews: readPublished(read, newest),
    removals: readRemovals(read),
    tallies: () => readTallies(read),
  };
}

/** Where the store stands; revision 0 before the first change. */
export function readState(read: ReadRows): EditionState {
  const [state] = read<[number, number]>("SELECT revision, published_at FROM edition");
  return { revision: state?.[0] ?? 0, publishedAt: state?.[1] ?? 0 };
}

/** Rows read at a time, so that a large set never stands in memory twice. */
const PAGE = 1000;

type Row = [
  ...[string, string, string | null, string, number, string | null, string, string | null, string, number],
  ...[VerificationMethod, string | null, string | null, string | null, string | null, number, number],
  ...[string | null, string | null],
];

function* readPublished(read: ReadRows, most: number): Generator<PublishedRow> {
  const parsed = new Map<string, Mentions>();
  let after = { date: "9999-99-99", id: "" };
  for (let count = 0; count < most; ) {
    const rows = read<Row>(
      `SELECT id, source, source_url, date, rating, title, text, language, author_name, is_anonymous,
        verification_method, verification_date, given_mentions, reply_text, reply_date, updated_at, edited,
        analysis, analysis_key
      FROM reviews INDEXED BY reviews_published
      WHERE withheld IS NULL AND date <= ? AND (date < ? OR id > ?)
      ORDER BY date DESC, id LIMIT ?`,
      ...[after.date, after.date, after.id, Math.min(PAGE, most - count)],
    );
    for (const row of rows) yield publishedRow(row, parsed);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { date: last[3], id: last[0] };
    count += rows.length;
  }
}

/** Written by place: destructuring rows of nineteen columns takes longer than reading them. */
function publishedRow(row: Row, parsed: Map<string, Mentions>): PublishedRow {
  const given = row[12];
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
    givenMentions: given === null ? null : parseMentions(given, parsed),
    replyText: row[13],
    replyDate: row[14],
    updatedAt: row[15],
    edited: row[16] === 1,
    analysis: row[17],
    analysisKey: row[18],
  };
}

function readRemovals(read: ReadRows): Removal[] {
  const rows = read<[string, number]>(
    "SELECT id, removed_at FROM removals WHERE was_published = 1 ORDER BY removed_at DESC, id",
  );
  return rows.map(([id, removedAt]) => ({ id, removed_at: new Date(removedAt).toISOString() }));
}

/** How many reviews are alike in why they are withheld, if so, and in what the aggregate rating counts. */
export function readTallies(read: ReadRows): ReviewTally[] {
  const rows = read<[WithholdingReason | null, number, string, VerificationMethod, number]>(
    "SELECT withheld, rating, source, verification_method, count(*) FROM reviews GROUP BY 1, 2, 3, 4",
  );
  return rows.map(([withheld, rating, source, verification, count]) => {
    return { withheld, rating, source, verification, count };
  });
}
