/**
 * PostgreSQL's fragments of queries written by hand. Lists are bound as JSON text: a driver may take JSON for something else.
 *
 * @module
 */
import { type HandwrittenDialect, literal, query } from "../sql/mod.ts";

/** The PostgreSQL side of the SQL that Drizzle cannot express. */
export const handwritten: HandwrittenDialect = {
  byPublishedIndex: literal(""),
  byChangedIndex: literal(""),
  wantedTexts: (texts) => query`jsonb_array_elements_text(${JSON.stringify(texts)}::text::jsonb) AS wanted(value)`,
  wantedLists: (lists) => query`jsonb_array_elements(${JSON.stringify(lists)}::text::jsonb) AS wanted(value)`,
};
