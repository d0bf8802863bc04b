/**
 * SQLite's fragments of queries written by hand.
 *
 * @module
 */
import type { HandwrittenDialect } from "../sql/dialect.ts";
import { literal, query } from "../sql/query.ts";

/** The SQLite side of the SQL that Drizzle cannot express. */
export const handwritten: HandwrittenDialect = {
  byPublishedIndex: literal("INDEXED BY reviews_published"),
  byChangedIndex: literal("INDEXED BY reviews_changed"),
  wantedTexts: (texts) => query`json_each(${JSON.stringify(texts)}) AS wanted`,
  wantedLists: (lists) => query`json_each(${JSON.stringify(lists)}) AS wanted`,
};
