/**
 * How the shared tables are declared in PostgreSQL: its builders under the names and in the modes of SQLite's.
 *
 * @module
 */
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ColumnFactory } from "../queries/column_factory.ts";

/** Ordered by code points, as SQLite orders: feeds and cursors depend on the order of ids. */
const SORTED_TEXT = 'text collate "C"';

const plainText = customType<{ data: string }>({ dataType: () => SORTED_TEXT });

/** JSON as text: what is kept comes back to the byte, and nobody asks into it. */
const jsonText = customType<{ data: unknown; driverData: string }>({
  dataType: () => SORTED_TEXT,
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (text) => JSON.parse(text),
});

interface Mode {
  readonly mode?: string;
}

/** A whole number; one that is a key gets its value by itself unless it is given. */
function wholeNumber(name: string) {
  const column = bigint(name, { mode: "number" });
  const key = column.primaryKey.bind(column);
  return Object.assign(column, { primaryKey: () => key().generatedByDefaultAsIdentity() });
}

/** Typed as SQLite's, whose declarations the shared tables and queries are checked against. */
export const columnFactory = {
  table: pgTable,
  text: (name: string, { mode }: Mode = {}): PgColumnBuilderBase =>
    mode === "json" ? jsonText(name) : plainText(name),
  integer: (name: string, { mode }: Mode = {}): PgColumnBuilderBase =>
    mode === "boolean" ? boolean(name) : wholeNumber(name),
  index,
  uniqueIndex,
  check,
  primaryKey,
} as unknown as ColumnFactory;
