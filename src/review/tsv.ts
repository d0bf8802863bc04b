/**
 * Tables that come with the program: tab-separated values without quotes, the columns' names in the first row, comments in
 * lines that begin with `#`. They are imported as text, so that a binary holds them.
 */

/** The rows of a table; throws a RangeError that shows the row where its columns are others. */
export function rowsOf<Column extends string>(tsv: string, ...columns: readonly Column[]): Record<Column, string>[] {
  const [head, ...rows] = tsv.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (head !== columns.join("\t")) throw new RangeError(`table has the columns ${head}, not ${columns.join(", ")}`);
  return rows.map((row) => {
    const cells = row.split("\t");
    if (cells.length !== columns.length) throw new RangeError(`row of ${columns.join(", ")} has other cells: ${row}`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]])) as Record<Column, string>;
  });
}
