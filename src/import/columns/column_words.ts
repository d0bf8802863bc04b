/** What the columns of reviews can mean, and their names in `review_columns.tsv`. */
import { foldName, rowsOf } from "../../review/mod.ts";
import columnsTsv from "./review_columns.tsv" with { type: "text" };

export const COLUMN_ROLES = [
  "rating",
  "date",
  "text",
  "title",
  "author",
  "firstName",
  "lastName",
  "reply",
  "replyDate",
  "id",
  "technicians",
  "services",
  "serviceAreas",
  "url",
  "source",
  "language",
  "translation",
  "translationLanguage",
  "verification",
  "verificationDate",
  "email",
  "telephone",
  "invoice",
  "shown",
  "hidden",
  "timeZone",
  "parent",
  "anonymous",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The names of each role, as people write them, by language; in a table of reviews, the first ones take precedence. */
export const REVIEW_COLUMNS = rowsOf(columnsTsv, "language", "role", "names");

const WRAPPER = /^(?:(?:review|attributes|node|fields|data|dates|item|properties|json)\.|meta:)/i;

/** A JSON path without the object that merely wraps the record, and a field of WordPress without `meta:`. */
export function withoutWrapper(column: string): string {
  return column.replace(WRAPPER, "");
}

export function foldPath(column: string): string {
  const place = column.startsWith("^.") ? "^" : "";
  const bare = withoutWrapper(column);
  return place + foldName(bare === "" ? column : bare);
}
