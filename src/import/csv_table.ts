/**
 * A CSV file as a table: its delimiter, its header, its rows with the places they stand at.
 *
 * Spec: https://www.rfc-editor.org/rfc/rfc4180 (also with `;` and tabs)
 *
 * @module
 */
import { type CsvError, parse } from "csv-parse/sync";
import { findColumns } from "./csv_columns.ts";
import { refuse } from "./problem.ts";
import type { RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly at: RecordPlace;
  readonly cells: readonly string[];
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads a table; rows without content are left out, yet counted. @throws {GoodwordError} input_refused */
export function readTable(file: string, text: string): Table {
  const [head, ...records] = parseRecords(text, findDelimiter(text));
  if (!head) refuse("The file is empty");
  const rows: Row[] = [];
  let line = head.info.lines + 1;
  records.forEach(({ record, info }, index) => {
    const row = index + 2;
    const at = { file, path: `row ${row}`, ...(line === row ? {} : { line }) };
    line = info.lines + 1;
    if (record.some((cell) => cell.trim() !== "")) rows.push({ at, cells: record });
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

const DELIMITERS = [",", ";", "\t"];

/** The character between cells: the one that gives the header the most columns with a meaning. */
function findDelimiter(text: string): string {
  const meanings = (delimiter: string) => Object.keys(findColumns(headerCells(text, delimiter)).at).length;
  return DELIMITERS.reduce((best, other) => (meanings(other) > meanings(best) ? other : best));
}

/** The names in the first line, without reading the rest. */
export function headerOf(text: string): string[] {
  return headerCells(text, findDelimiter(text));
}

function headerCells(text: string, delimiter: string): string[] {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0]!;
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ""));
}

/** Refuses a row with more cells than the header: which cell is which can no longer be told. */
export function isMisaligned({ at, cells }: Row, header: readonly string[], builder: ReadingBuilder): boolean {
  if (cells.length <= header.length) return false;
  const found = `has ${cells.length} cells where the header has ${header.length}`;
  builder.refuseRecord(at, `${found}; a text with commas must stand in quotes`);
  return true;
}
