/**
 * A CSV file as a table: its delimiter, its header, its rows with the places they stand at.
 *
 * Spec: https://www.rfc-editor.org/rfc/rfc4180 (also with `;` and tabs)
 *
 * @module
 */
import { type CsvError, parse } from "csv-parse/sync";
import { type ColumnNames, findColumns } from "./csv_columns.ts";
import { refuse } from "./problem.ts";
import type { RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

/** A parsed CSV file. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly Row[];
}

/** A row below the header, with its place in the file for error messages. */
export interface Row {
  readonly at: RecordPlace;
  /** As a spreadsheet counts, the header being row 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads a table whose first row names the columns; `names` are those it may have. Rows without content are left out, yet
 * counted.
 *
 * @throws {GoodwordError} input_refused
 */
export function readTable(file: string, text: string, names: ColumnNames<string>): Table {
  const { delimiter, start } = findDialect(text, names);
  const [head, ...records] = parseRecords(text.slice(start), delimiter);
  if (!head) refuse("The file is empty");
  const linesBefore = start === 0 ? 0 : 1;
  const rows: Row[] = [];
  let line = linesBefore + head.info.lines + 1;
  records.forEach(({ record, info }, index) => {
    const number = index + 2;
    const at = { file, path: `row ${number}`, ...(line === number ? {} : { line }) };
    line = linesBefore + info.lines + 1;
    if (record.some((cell) => cell.trim() !== "")) rows.push({ at, number, cells: record });
  });
  return { header: head.record.map((cell) => cell.trim()), rows };
}

function parseRecords(text: string, delimiter: string): CsvRecord[] {
  try {
    return parse(text, { delimiter, info: true, relax_column_count: true }) as unknown as CsvRecord[];
  } catch (error) {
    const { lines, message } = error as CsvError & { lines?: number };
    refuse(`Not a well-formed CSV file${lines === undefined ? "" : `, at line ${lines}`}: ${message}`);
  }
}

/** How a CSV file delimits its cells. */
export interface Dialect {
  readonly delimiter: string;
  /** Where the header begins. */
  readonly start: number;
}

const DELIMITERS = [",", ";", "\t"];

/** What stands between cells: what Excel's first line says, else what gives the header the most columns with a meaning. */
function findDialect(text: string, names: ColumnNames<string>): Dialect {
  const told = toldDialect(text);
  if (told) return told;
  const meanings = (delimiter: string) => Object.keys(findColumns(headerCells(text, delimiter), names).at).length;
  const delimiter = DELIMITERS.reduce((best, other) => (meanings(other) > meanings(best) ? other : best));
  return { delimiter, start: 0 };
}

/** What Excel's own first line says, which stands before the header; null where there is none. */
export function toldDialect(text: string): Dialect | null {
  const [line, delimiter] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, start: line.length };
}

/** The names in the header, without reading the rest. */
export function headerOf(text: string, names: ColumnNames<string>): string[] {
  const { delimiter, start } = findDialect(text, names);
  return headerCells(text.slice(start, start + LONGEST_HEADER), delimiter);
}

const LONGEST_HEADER = 10_000;

function headerCells(text: string, delimiter: string): string[] {
  const [line = ""] = text.slice(0, LONGEST_HEADER).split(/\r?\n/, 1);
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ""));
}

/** Whether a row has more cells than the header: which cell is which can no longer be told. */
export function isMisaligned({ cells }: Row, header: readonly string[]): boolean {
  return cells.length > header.length;
}

/** Refuses a row that {@link isMisaligned}; tells whether it did. */
export function refuseMisaligned(row: Row, header: readonly string[], builder: ReadingBuilder): boolean {
  if (!isMisaligned(row, header)) return false;
  const found = `has ${row.cells.length} cells where the header has ${header.length}`;
  builder.refuseRecord(row.at, `${found}; quote texts that contain commas`);
  return true;
}
