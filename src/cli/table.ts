/**
 * Rows in columns, as a terminal shows them.
 *
 * @module
 */
import { shortened } from "../review/mod.ts";

const LONGEST_CELL = 64;

/** Each row as a line; columns are as wide as their widest cell, and cells are cut to `longestCell`. */
export function table(rows: readonly (readonly string[])[], longestCell = LONGEST_CELL): string[] {
  const cut = rows.map((row) => row.map((cell) => shortened(cell, longestCell)));
  const columns = Math.max(0, ...cut.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...cut.map((row) => row[at]?.length ?? 0)));
  return cut.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
