/**
 * What a reader makes of a file of any kind: named columns, and rows that can be gone through again and again
 * without being held in memory.
 */

/** A value in a row; tables of text have only strings. */
export type Cell = string | number | boolean | null | undefined;

/** The kinds of files that hold tables. */
export type TableKind = "csv" | "json" | "workbook";

/** A row, with the place it stands at. */
export interface TableRow {
  readonly at: RecordPlace;
  readonly cells: readonly Cell[];
}

/** Rows under named columns. */
export interface RecordTable {
  readonly file: string;
  readonly kind: TableKind;
  /** Headers of a sheet, or paths into a record of JSON, such as `author.name`. */
  readonly columns: readonly string[];
  /** Whether the file itself names the columns; else they are `column 1`, `column 2`. */
  readonly hasHeader: boolean;
  /** What the file says beside its rows, by key: where they are from, when it was made. */
  readonly context: Readonly<Record<string, Cell>>;
  /** All rows that hold anything, from the first; each call begins anew. */
  rows(): Iterable<TableRow>;
}

/** Where a record stands: `reviews[7]`, `row 12`, `line 3`. */
export interface RecordPlace {
  /** Name of the file; for a file inside an archive `archive.zip/inner/name.json`. */
  readonly file: string;
  readonly path: string;
  /** Line of the file, counted from 1, where the path does not say it. */
  readonly line?: number | undefined;
  /** The id the record carries. */
  readonly id?: string | undefined;
}
