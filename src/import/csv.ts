/** Reads CSV (RFC 4180) of any dialect and encoding, a piece at a time. The best-scored dialect of the beginning counts. */
import Papa, { type ParseError, type ParseResult, type ParseStepResult } from "papaparse";
import { GoodwordError } from "../errors.ts";
import { headText, textPieces } from "./decode.ts";
import { refuse } from "./problem.ts";
import { fileSize, type ImportFile, type RecordPlace, type RecordTable, type TableRow } from "./reading.ts";

const HEAD_BYTES = 256 * 1024;
/** The most columns of any table. */
export const MAX_COLUMNS = 2000;

export function refuseTooWide(what: "sheet" | "table"): never {
  const limit = MAX_COLUMNS.toLocaleString("en-US");
  refuse(`The ${what} has more than ${limit} columns; save one with the columns of the reviews alone`);
}

/** The table in a CSV file. A first row without known names is data if `isData` accepts it. */
export function csvTable(
  file: ImportFile,
  encoding: string,
  { meanings, isData }: { readonly meanings: CountMeanings; readonly isData: (cells: readonly string[]) => boolean },
): RecordTable {
  const head = headOf(file, encoding);
  const dialect = findDialect(head, fileSize(file) <= HEAD_BYTES, meanings);
  const first = rowAt(head, dialect);
  if (first.length > MAX_COLUMNS) refuseTooWide("table");
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

export function headOf(file: ImportFile, encoding: string): string {
  return headText(file, encoding, HEAD_BYTES);
}

function rowAt(head: string, dialect: FoundDialect): readonly string[] {
  let number = 0;
  for (const cells of filledRows(head.slice(dialect.start), dialect)) {
    if (number++ === dialect.rowsBefore) return cells;
  }
  return [];
}

function* filledRows(text: string, dialect: CsvDialect): Generator<string[]> {
  for (const { cells } of csvRows([text], dialect)) if (!isBlank(cells)) yield cells;
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === "" || cell.trim() === "");
}

interface DataRows {
  readonly dialect: FoundDialect;
  readonly hasHeader: boolean;
}

/** Row numbers are those of a spreadsheet: the header is row 1, and empty rows count. */
function* dataRows(file: ImportFile, encoding: string, { dialect, hasHeader }: DataRows): Generator<TableRow> {
  const linesBefore = dialect.start === 0 ? 0 : 1;
  let passed = 0;
  const skipped = dialect.rowsBefore + (hasHeader ? 1 : 0);
  for (const { cells, line, number } of csvRows(without(textPieces(file, encoding), dialect.start), dialect)) {
    if (isBlank(cells) || passed++ < skipped) continue;
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

const DELIMITERS = [",", ";", "\t", "|"];

interface FoundDialect extends CsvDialect {
  readonly start: number;
  readonly rowsBefore: number;
}

export type CountMeanings = (cells: readonly string[]) => number;

function findDialect(head: string, isWhole: boolean, meanings: CountMeanings): FoundDialect {
  const lineEnd = head.includes("\n") || !head.includes("\r") ? "\n" : "\r";
  const declared = declaredDialect(head);
  const delimiters = declared === null ? DELIMITERS : [declared.delimiter];
  const start = declared?.start ?? 0;
  const text = head.slice(start);
  const candidates = (['"', "\\"] as const).flatMap((escapedBy) =>
    delimiters.map((delimiter) => judge(text, isWhole, { delimiter, escapedBy, lineEnd }, meanings)),
  );
  const best = candidates.reduce((one, other) => (other.score > one.score ? other : one));
  return { ...best.dialect, start, rowsBefore: best.rowsBefore };
}

/** The delimiter that Excel declares in a first line such as `sep=;`; null without such a line. */
export function declaredDialect(text: string): { readonly delimiter: string; readonly start: number } | null {
  const [line, delimiter] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, start: line.length };
}

const LOOK_ROWS = 50;
const MAX_ROWS_BEFORE = 10;

interface Judged {
  readonly dialect: CsvDialect;
  readonly rowsBefore: number;
  readonly score: number;
}

/** Scores a dialect: mostly by known names in the header, then by well-formed quotes and rows as long as the header. */
function judge(text: string, isWhole: boolean, dialect: CsvDialect, meanings: CountMeanings): Judged {
  const { rows, isSound } = firstRows(text, isWhole, dialect);
  const counts = rows.slice(0, MAX_ROWS_BEFORE).map(meanings);
  const most = Math.max(0, ...counts);
  const rowsBefore = most >= 2 && counts[0] !== most ? counts.indexOf(most) : 0;
  const width = rows[rowsBefore]?.length ?? 0;
  const alike = rows.filter((cells) => cells.length === width).length;
  const consistency = width < 2 || rows.length === 0 ? 0 : alike / rows.length;
  return { dialect, rowsBefore, score: (isSound ? 9 : 0) + most * 10 + consistency * 5 + Math.min(width, 20) / 100 };
}

function firstRows(text: string, isWhole: boolean, dialect: CsvDialect): { rows: string[][]; isSound: boolean } {
  const rows: string[][] = [];
  try {
    for (const cells of filledRows(text, dialect)) if (rows.push(cells) === LOOK_ROWS) break;
    return { rows, isSound: true };
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    return { rows, isSound: !isWhole && /never closed/.test(error.message) && rows.length > 1 };
  }
}

export interface CsvDialect {
  readonly delimiter: string;
  /** The escape of a quote inside quotes: a second quote, or a backslash as databases write it. */
  readonly escapedBy: '"' | "\\";
  /** `\r` alone for files of old Macs; `\n` includes `\r\n`. */
  readonly lineEnd: "\n" | "\r";
}

interface CsvRow {
  readonly cells: string[];
  readonly line: number;
  /** Its number, counted from 1 with empty lines. */
  readonly number: number;
}

/** The longest row in characters. A longer one is not a table, or has an unclosed quote. */
const MAX_ROW = 8 * 1024 * 1024;

/** The rows of a text, without most empty lines. @throws {GoodwordError} input_refused if it is not well-formed */
export function* csvRows(pieces: Iterable<string>, dialect: CsvDialect): Generator<CsvRow> {
  const rows = new Rows(dialect);
  for (const piece of dialect.escapedBy === "\\" ? withoutEscapes(pieces) : pieces) yield* rows.next(piece, false);
  yield* rows.next("", true);
}

/** Replaces escaped quotes and backslashes by lone surrogates, which no decoder returns, because papaparse misreads `"C:\\"`. */
function* withoutEscapes(pieces: Iterable<string>): Generator<string> {
  let rest = "";
  for (const piece of pieces) {
    const text = rest + piece;
    [rest = ""] = /(?<!\\)(?:\\\\)*\\$/.exec(text) ?? [];
    yield text
      .slice(0, text.length - rest.length)
      .replace(/\\(["\\])/g, (_, mark) => (mark === '"' ? "\udc22" : "\udc5c"));
  }
  yield rest;
}

function unescaped(cell: string): string {
  return cell.replace(/[\udc22\udc5c]/gu, (mark) => (mark === "\udc22" ? '"' : "\\"));
}

class Rows {
  readonly #dialect: CsvDialect;
  readonly #quotedCells: RegExp;
  readonly #emptyLines: RegExp;
  #rest = "";
  #line = 1;
  #number = 1;

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect;
    const { delimiter, lineEnd } = dialect;
    this.#emptyLines = lineEnd === "\n" ? /^(?:\r?\n)+/ : /^\r+/;
    this.#quotedCells = new RegExp(
      `(?<=^|[${delimiter}])"[^"]*(?:""[^"]*)*"(?=\\s*(?:[${delimiter}${lineEnd}]|$))`,
      "g",
    );
  }

  next(piece: string, isLast: boolean): readonly CsvRow[] {
    if (this.#rest.length > MAX_ROW) this.#refuse("", "a row is longer than 8 MB; is a quote never closed?");
    const { delimiter, escapedBy, lineEnd: newline } = this.#dialect;
    const text = this.#withoutEmptyLines(
      isLast && newline === "\n" ? this.#rest.replace(/\r$/, "") : this.#rest + piece,
    );
    const rows: CsvRow[] = [];
    let start = 0;
    const step = ({ data, errors, meta }: ParseStepResult<string[][]>) => {
      const [cells = []] = data;
      const row = text.slice(start, meta.cursor);
      if (errors[0]) this.#refuseQuotes(errors[0], text, start);
      if (delimiter !== "\t" && cells.some((cell) => cell.includes('"'))) this.#expectQuoted(row);
      if (row.endsWith("\r\n")) cells.push((cells.pop() ?? "").replace(/\r$/, ""));
      rows.push({ cells: escapedBy === "\\" ? cells.map(unescaped) : cells, line: this.#line, number: this.#number++ });
      this.#line += countOf(row, newline);
      start = meta.cursor;
    };
    const { errors }: ParseResult<string[]> = new Papa.Parser({ delimiter, newline, step }).parse(text, 0, !isLast);
    if (errors[0] && !/"\s*$/.test(text)) this.#refuseQuotes(errors[0], text, start);
    this.#rest = text.slice(start);
    return rows;
  }

  /** A text at the beginning of a row without its first lines, if these are empty: there may be millions of them. */
  #withoutEmptyLines(text: string): string {
    const [lines = ""] = this.#emptyLines.exec(text) ?? [];
    const count = countOf(lines, this.#dialect.lineEnd);
    this.#line += count;
    this.#number += count;
    return text.slice(lines.length);
  }

  #refuseQuotes({ code, index }: ParseError, text: string, start: number): never {
    if (code === "MissingQuotes") this.#refuse("", "a quote is never closed");
    const [cell = ""] = /^[^"]*(?:""[^"]*)*"/.exec(text.slice(index)) ?? [];
    const end = (index ?? 0) + cell.length;
    const found = JSON.stringify(text[end]);
    this.#refuse(text.slice(start, end), `${found} follows a closing quote; double the quotes inside of a cell`);
  }

  /** papaparse accepts quotes inside an unquoted cell, which more often mean that a row was split in the wrong places. */
  #expectQuoted(row: string): void {
    const others = row.replace(this.#quotedCells, (cell) => cell.replaceAll('"', " "));
    const stray = others.indexOf('"');
    if (stray >= 0) this.#refuse(row.slice(0, stray), "a quote inside an unquoted cell");
  }

  #refuse(before: string, why: string): never {
    const line = this.#line + countOf(before, this.#dialect.lineEnd);
    refuse(`Not a well-formed CSV file, at line ${line}: ${why}`);
  }
}

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count++;
  return count;
}
