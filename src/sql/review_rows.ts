/**
 * Rows of the reviews read without Drizzle's mapping, which would cost an import more than SQLite does.
 *
 * @module
 */
import { type SQL, sql } from "drizzle-orm";
import type { Mentions } from "../review/mod.ts";
import type { Store } from "../store/store.ts";
import type { StoredReview } from "../store/stored_review.ts";
import { parseMentions } from "./parse_mentions.ts";
import { reviews } from "./schema.ts";

/** Every column but the row number, by its field. */
export const REVIEW_COLUMNS = {
  id: reviews.id,
  source: reviews.source,
  sourceId: reviews.sourceId,
  sourceUrl: reviews.sourceUrl,
  date: reviews.date,
  rating: reviews.rating,
  title: reviews.title,
  text: reviews.text,
  language: reviews.language,
  authorName: reviews.authorName,
  isAnonymous: reviews.isAnonymous,
  verificationMethod: reviews.verificationMethod,
  verificationDate: reviews.verificationDate,
  evidence: reviews.evidence,
  givenMentions: reviews.givenMentions,
  replyText: reviews.replyText,
  replyDate: reviews.replyDate,
  withheld: reviews.withheld,
  edited: reviews.edited,
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
  analysis: reviews.analysis,
  analysisKey: reviews.analysisKey,
} satisfies Record<keyof StoredReview, unknown>;

export interface SelectOptions {
  /** SQL condition on a row under which its analysis, by far the longest column, is worth reading. */
  readonly analysisWhen: SQL;
  /** Mentions parsed so far, by their JSON: few reviews mention what no other does. */
  readonly parsed: Map<string, Mentions>;
}

type Row = [
  ...[StoredReview["id"], StoredReview["source"], StoredReview["sourceId"], StoredReview["sourceUrl"]],
  ...[StoredReview["date"], StoredReview["rating"], StoredReview["title"], StoredReview["text"]],
  ...[StoredReview["language"], StoredReview["authorName"], number],
  ...[StoredReview["verificationMethod"], StoredReview["verificationDate"], StoredReview["evidence"], string | null],
  ...[StoredReview["replyText"], StoredReview["replyDate"], StoredReview["withheld"], number],
  ...[StoredReview["createdAt"], StoredReview["updatedAt"], StoredReview["analysis"], StoredReview["analysisKey"]],
];

/** The reviews of `FROM ...`, which must name the table `reviews`; analyses that are not worth reading are null. */
export function selectReviews(store: Store, from: SQL, { analysisWhen, parsed }: SelectOptions): StoredReview[] {
  const selected = Object.values(REVIEW_COLUMNS).map((column) => {
    return column === reviews.analysis
      ? sql`CASE WHEN ${analysisWhen} THEN analysis END`
      : sql.raw(`reviews."${column.name}"`);
  });
  const rows = store.values<Row>(sql`SELECT ${sql.join(selected, sql`, `)} ${from}`);
  return rows.map((row) => storedReviewOf(row, parsed));
}

function storedReviewOf(row: Row, parsed: Map<string, Mentions>): StoredReview {
  const given = row[14];
  return {
    id: row[0],
    source: row[1],
    sourceId: row[2],
    sourceUrl: row[3],
    date: row[4],
    rating: row[5],
    title: row[6],
    text: row[7],
    language: row[8],
    authorName: row[9],
    isAnonymous: row[10] === 1,
    verificationMethod: row[11],
    verificationDate: row[12],
    evidence: row[13],
    givenMentions: given === null ? null : parseMentions(given, parsed),
    replyText: row[15],
    replyDate: row[16],
    withheld: row[17],
    edited: row[18] === 1,
    createdAt: row[19],
    updatedAt: row[20],
    analysis: row[21],
    analysisKey: row[22],
  };
}
