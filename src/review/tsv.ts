/** Reads tables of the program: tab-separated, with column names in the first row and `#` comments; imported as text, so that the binary contains them. */

/** The rows of a table. @throws {RangeError} naming a row with other columns */
export function rowsOf<Column extends string>(tsv: string, ...columns: readonly Column[]): Record<Column, string>[] {
  const [head, ...rows] = tsv.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  if (head !== columns.join("\t")) throw new RangeError(`table has the columns ${head}, not ${columns.join(", ")}`);
  return rows.map((row) => {
    const cells = row.split("\t");
    if (cells.length !== columns.length) throw new RangeError(`row of ${columns.join(", ")} has other cells: ${row}`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]])) as Record<Column, string>;
  });
}
