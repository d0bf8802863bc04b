/** The tables of the transparency log, in any dialect. */
import type { ColumnFactory } from "./column_factory.ts";

/** Defines the log's tables in a dialect. Nothing in them is ever changed, and rows are only added. */
export function transparencyLogTables({ table, text, integer, primaryKey }: ColumnFactory) {
  /** The entries; `n` counts from 0 without a gap. */
  const logEntries = table("log_entries", {
    n: integer("n").primaryKey(),
    entry: text("entry").notNull(),
  });

  /** Hashes of complete tiles, base64: `n` is the place of the hash on its level, from 1 on. Those of entries follow from these. */
  const logHashes = table(
    "log_hashes",
    {
      level: integer("level").notNull(),
      n: integer("n").notNull(),
      hash: text("hash").notNull(),
    },
    (columns) => [primaryKey({ columns: [columns.level, columns.n] })],
  );

  return { logEntries, logHashes };
}
