/**
 * CSV files of any dialect and encoding as tables.
 *
 * @module
 */
import { sizeOf, sliceOf, textPieces } from "../content.ts";
import type { ImportFile, RecordPlace } from "../reading.ts";
import { type CountMeanings, type FoundDialect, findDialect } from "./csv_dialect.ts";
import { csvRows } from "./csv_rows.ts";
import type { RecordTable, TableRow } from "./table.ts";

const HEAD_BYTES = 256 * 1024;

/** The table in a CSV file. `looksLikeHeader` decides whether its first row names the columns. */
export function csvTable(
  file: ImportFile,
  encoding: string,
  { meanings, isData }: { readonly meanings: CountMeanings; readonly isData: (cells: readonly string[]) => boolean },
): RecordTable {
  const head = headOf(file, encoding);
  const dialect = findDialect(head, sizeOf(file) <= HEAD_BYTES, meanings);
  const first = rowAt(head, dialect);
  const hasHeader = meanings(first) > 0 || !isData(first);
  const columns = hasHeader ? first.map((cell) => cell.trim()) : first.map((_, index) => `column ${index + 1}`);
  return {
    file: file.name,
    kind: "csv",
    columns,
    hasHeader,
    context: {},
    rows: () => dataRows(file, encoding, { dialect, hasHeader }),
  };
}

/** The beginning of a text, as far as it can be read. */
export function headOf(file: ImportFile, encoding: string): string {
  const bytes = sliceOf(file, 0, HEAD_BYTES);
  return new TextDecoder(encoding).decode(bytes, { stream: bytes.length < sizeOf(file) });
}

function rowAt(head: string, dialect: FoundDialect): readonly string[] {
  let number = 0;
  for (const { cells } of csvRows([head.slice(dialect.start)], dialect)) {
    if (cells.length === 1 && cells[0]?.trim() === "") continue;
    if (number === dialect.rowsBefore) return cells;
    number++;
  }
  return [];
}

interface DataRows {
  readonly dialect: FoundDialect;
  readonly hasHeader: boolean;
}

/** Rows are counted as a spreadsheet does: the header is row 1, and empty rows count. */
function* dataRows(file: ImportFile, encoding: string, { dialect, hasHeader }: DataRows): Generator<TableRow> {
  const linesBefore = dialect.start === 0 ? 0 : 1;
  let number = 0;
  let passed = 0;
  const skipped = dialect.rowsBefore + (hasHeader ? 1 : 0);
  for (const { cells, line } of csvRows(without(textPieces(file, encoding), dialect.start), dialect)) {
    number++;
    const isEmpty = cells.every((cell) => cell === "" || cell.trim() === "");
    if (isEmpty) continue;
    if (passed++ < skipped) continue;
    const at: RecordPlace = { file: file.name, path: `row ${number}` };
    yield { at: line + linesBefore === number ? at : { ...at, line: line + linesBefore }, cells };
  }
}

function* without(pieces: Iterable<string>, start: number): Generator<string> {
  let left = start;
  for (const piece of pieces) {
    if (left === 0) yield piece;
    else if (left < piece.length) yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}
