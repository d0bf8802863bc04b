/**
 * How tables are declared in any dialect: SQLite's builders, or those of another database under the same names.
 *
 * @module
 */
import type { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What tables are declared with. `integer` in its modes also stands for instants and truth values, `text` for JSON. */
export interface ColumnFactory {
  readonly table: typeof sqliteTable;
  readonly text: typeof text;
  readonly integer: typeof integer;
  readonly index: typeof index;
  readonly uniqueIndex: typeof uniqueIndex;
  readonly check: typeof check;
  readonly primaryKey: typeof primaryKey;
}
