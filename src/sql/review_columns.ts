/**
 * The columns of the reviews: they derive from the list of fields.
 *
 * @module
 */

import type { $Type, NotNull } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type {
  SQLiteBooleanBuilderInitial,
  SQLiteIntegerBuilderInitial,
  SQLiteTextBuilderInitial,
  SQLiteTextJsonBuilderInitial,
} from "drizzle-orm/sqlite-core";
import { type FieldSpec, KEPT_FIELDS, type KeptField, REVIEW_FIELDS, type StoredReview } from "../review/mod.ts";
import type { ColumnFactory } from "./column_factory.ts";
import { columnName } from "./query.ts";

type ReviewColumns = { [Name in KeptField]: Column<StoredReview[Name]> };
type Column<Value> = null extends Value ? Builder<NonNullable<Value>> : NotNull<Builder<Value>>;
type Builder<Value> = [Value] extends [string]
  ? $Type<SQLiteTextBuilderInitial<"", [string, ...string[]], undefined>, Value>
  : [Value] extends [boolean]
    ? SQLiteBooleanBuilderInitial<"">
    : [Value] extends [number]
      ? SQLiteIntegerBuilderInitial<"">
      : $Type<SQLiteTextJsonBuilderInitial<"">, Value>;

/** The columns of all kept fields, for the table of a dialect. */
export function reviewColumnsOf(factory: ColumnFactory): ReviewColumns {
  const columns = KEPT_FIELDS.map((name) => {
    const { isNullable = false }: FieldSpec = REVIEW_FIELDS[name];
    const builder = builderOf(name, factory);
    return [name, isNullable ? builder : builder.notNull()];
  });
  return Object.fromEntries(columns);
}

function builderOf(field: KeptField, { text, integer }: ColumnFactory) {
  const name = columnName(field);
  const { kind, isNullable }: FieldSpec = REVIEW_FIELDS[field];
  switch (kind) {
    case "stars":
    case "instant":
      return integer(name);
    case "flag":
      return integer(name, { mode: "boolean" });
    case "mentions":
      return text(name, { mode: "json" });
    case "also_at":
      return isNullable ? text(name, { mode: "json" }) : text(name, { mode: "json" }).default(sql`'[]'`);
    default:
      return text(name);
  }
}
