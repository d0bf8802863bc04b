/**
 * Whole reviews, read without Drizzle's mapping, which would cost an import more than the database does.
 *
 * @module
 */
import { getTableColumns } from "drizzle-orm";
import { KEPT_FIELDS } from "../review/mod.ts";
import type { AnalysisWanted, JoinableReview, PlacedReview, SourceKey, StoredReview } from "../store/mod.ts";
import type { Sql } from "./dialect.ts";
import { columnName, columnsAs, literal, type Query, query } from "./query.ts";
import { type ParsedMentions, type RawRow, rowReader } from "./raw_values.ts";
import type { Tables } from "./schema.ts";

/** The columns of a review's fields, by field: all but what the store notes of a row by itself. */
export function reviewColumns({ reviews }: Tables) {
  const { number: _, changedIn: _changed, publishedIn: _published, ...columns } = getTableColumns(reviews);
  return columns;
}

/** Reads whole reviews; equal mentions become one value within a reader. */
export interface ReviewReader {
  byId(ids: readonly string[], wanted: AnalysisWanted): Promise<StoredReview[]>;
  bySourceId(keys: readonly SourceKey[], wanted: AnalysisWanted): Promise<StoredReview[]>;
  otherThan(ids: readonly string[]): Promise<StoredReview[]>;
  joinableBetween(first: string, last: string): Promise<JoinableReview[]>;
  staleAfter(place: number, outdated: readonly string[], limit: number): Promise<PlacedReview[]>;
}

type RawReview = RawRow<StoredReview>;
const storedReview = rowReader(KEPT_FIELDS);

const JOINABLE_FIELDS = [
  ...(["id", "source", "sourceUrl", "date", "rating", "text", "authorName", "isAnonymous"] as const),
  ...(["verificationMethod", "verificationStrength", "marks", "withheld", "copyOf", "alsoAt", "givenAlsoAt"] as const),
] satisfies readonly (keyof JoinableReview)[];
const joinableReview = rowReader(JOINABLE_FIELDS);

/** Reads stored reviews: by id, by source id, all but some, or those whose analysis is stale. */
export function reviewReader({ dialect, run }: Sql): ReviewReader {
  const parsed: ParsedMentions = new Map();
  const select = async (columns: Query, rest: Query) => {
    const rows = await run<RawReview>(query`SELECT ${columns} ${rest}`);
    return rows.map((row) => storedReview(row, parsed));
  };
  const all = columnsAs(KEPT_FIELDS, "reviews.");
  return {
    byId: (ids, wanted) =>
      select(columnsWanted(wanted), query`FROM ${dialect.wantedTexts(ids)} JOIN reviews ON reviews.id = wanted.value`),
    bySourceId: async (keys, wanted) => {
      if (keys.length === 0) return [];
      const lists = dialect.wantedLists(keys.map(({ source, sourceId }) => [source, sourceId]));
      return select(
        columnsWanted(wanted),
        query`FROM ${lists}
          JOIN reviews ON reviews.source = wanted.value ->> 0 AND reviews.source_id = wanted.value ->> 1`,
      );
    },
    otherThan: (ids) =>
      select(all, query`FROM reviews WHERE id NOT IN (SELECT value FROM ${dialect.wantedTexts(ids)}) ORDER BY number`),
    joinableBetween: async (first, last) => {
      const rows = await run<RawRow<JoinableReview>>(
        query`SELECT ${columnsAs(JOINABLE_FIELDS)} FROM reviews
          WHERE date >= ${first} AND date <= ${last} ORDER BY date, id`,
      );
      return rows.map((row) => joinableReview(row, parsed));
    },
    staleAfter: async (place, outdated, limit) => {
      const rows = await run<RawReview & { number: number | string }>(
        query`SELECT ${all}, number FROM reviews
          WHERE (analysis_key IS NULL OR analysis_key IN (SELECT value FROM ${dialect.wantedTexts(outdated)}))
            AND number > ${place} ORDER BY number LIMIT ${limit}`,
      );
      return rows.map((row) => Object.assign(storedReview(row, parsed), { number: Number(row.number) }));
    },
  };
}

/** The analysis, by far the longest column, is read only where it is wanted. */
function columnsWanted({ withoutMentions, withoutLanguage }: AnalysisWanted): Query {
  const conditions = [
    ...(withoutMentions ? ["reviews.given_mentions IS NULL"] : []),
    ...(withoutLanguage ? ["reviews.language IS NULL"] : []),
  ];
  const analysis = conditions.length === 0 ? "NULL" : `CASE WHEN ${conditions.join(" OR ")} THEN analysis END`;
  const columns = KEPT_FIELDS.map((field) => {
    return field === "analysis" ? `${analysis} AS analysis` : `reviews.${columnName(field)} AS "${field}"`;
  });
  return literal(columns.join(", "));
}
