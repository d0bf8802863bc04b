/**
 * CSV files of any dialect and encoding as tables, in memory of about one piece. Spec:
 * https://www.rfc-editor.org/rfc/rfc4180, with any delimiter. The dialect is found by reading the beginning in every
 * way and taking the one that makes most sense. Cells are found by looking for the next delimiter and line end,
 * which is several times as fast as looking at every character.
 */
import { GoodwordError } from "../errors.ts";
import { headText, textPieces } from "./decode.ts";
import { refuse } from "./problem.ts";
import { fileSize, type ImportFile, type RecordPlace, type RecordTable, type TableRow } from "./reading.ts";

const HEAD_BYTES = 256 * 1024;

/** The table in a CSV file. `looksLikeHeader` decides whether its first row names the columns. */
export function csvTable(
  file: ImportFile,
  encoding: string,
  { meanings, isData }: { readonly meanings: CountMeanings; readonly isData: (cells: readonly string[]) => boolean },
): RecordTable {
  const head = headOf(file, encoding);
  const dialect = findDialect(head, fileSize(file) <= HEAD_BYTES, meanings);
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
  for (const { cells } of csvRows([text], dialect)) if (cells.length > 1 || cells[0]?.trim() !== "") yield cells;
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

const DELIMITERS = [",", ";", "\t", "|"];

/** A dialect, and what stands before the table. */
interface FoundDialect extends CsvDialect {
  /** Where the table begins; behind Excel's line `sep=;`. */
  readonly start: number;
  /** Rows above the header, such as a headline. */
  readonly rowsBefore: number;
}

/** How many of the names in a row mean something. */
export type CountMeanings = (cells: readonly string[]) => number;

/** The dialect of a text by its beginning. */
function findDialect(head: string, isWhole: boolean, meanings: CountMeanings): FoundDialect {
  const lineEnd = head.includes("\n") || !head.includes("\r") ? "\n" : "\r";
  const told = declaredDialect(head);
  const delimiters = told === null ? DELIMITERS : [told.delimiter];
  const start = told?.start ?? 0;
  const text = head.slice(start);
  const candidates = (['"', "\\"] as const).flatMap((escapedBy) =>
    delimiters.map((delimiter) => judge(text, isWhole, { delimiter, escapedBy, lineEnd }, meanings)),
  );
  const best = candidates.reduce((one, other) => (other.score > one.score ? other : one));
  return { ...best.dialect, start, rowsBefore: best.rowsBefore };
}

/** What Excel's own first line says, which stands before the header; null where there is none. */
export function declaredDialect(text: string): { readonly delimiter: string; readonly start: number } | null {
  const [line, delimiter] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, start: line.length };
}

const LOOK_ROWS = 50;
const MOST_ROWS_BEFORE = 10;

interface Judged {
  readonly dialect: CsvDialect;
  readonly rowsBefore: number;
  readonly score: number;
}

/** A meaning in the header counts most, then rows that have as many cells as the header; text that is no CSV so, least. */
function judge(text: string, isWhole: boolean, dialect: CsvDialect, meanings: CountMeanings): Judged {
  const { rows, isSound } = firstRows(text, isWhole, dialect);
  const counts = rows.slice(0, MOST_ROWS_BEFORE).map(meanings);
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
    // The beginning of a text may end inside of quotes.
    return { rows, isSound: !isWhole && /never closed/.test(error.message) && rows.length > 1 };
  }
}

/** How a CSV text is written. */
export interface CsvDialect {
  readonly delimiter: string;
  /** What escapes a quote inside of quotes: a second quote, or a backslash as databases write it. */
  readonly escapedBy: '"' | "\\";
  /** `\r` alone only in files of old Macs. */
  readonly lineEnd: "\n" | "\r";
}

/** A row with the line it begins on, counted from 1. */
interface CsvRow {
  readonly cells: string[];
  readonly line: number;
}

/** Longest row: what is longer is no table, or a quote that never ends. */
const MAX_ROW = 8 * 1024 * 1024;

/** The rows of a text, empty lines included. @throws {GoodwordError} input_refused when it is not well-formed */
export function* csvRows(pieces: Iterable<string>, dialect: CsvDialect): Generator<CsvRow> {
  const scanner = new Scanner(dialect);
  for (const piece of pieces) {
    scanner.feed(piece);
    for (let row = scanner.next(false); row !== null; row = scanner.next(false)) yield row;
  }
  for (let row = scanner.next(true); row !== null; row = scanner.next(true)) yield row;
}

class Scanner {
  readonly #delimiter: string;
  readonly #lineEnd: string;
  readonly #isDoubled: boolean;
  #text = "";
  /** Where the next row begins. */
  #start = 0;
  #line = 1;
  /** The next delimiter and line end, each from where it was last looked for. */
  #nextDelimiter = -1;
  #nextEnd = -1;

  constructor({ delimiter, escapedBy, lineEnd }: CsvDialect) {
    this.#delimiter = delimiter;
    this.#lineEnd = lineEnd;
    this.#isDoubled = escapedBy === '"';
  }

  feed(piece: string): void {
    if (this.#text.length - this.#start > MAX_ROW) {
      refuse(`Not a well-formed CSV file, at line ${this.#line}: a row is longer than 8 MB; is a quote never closed?`);
    }
    this.#text = this.#start >= this.#text.length ? piece : this.#text.slice(this.#start) + piece;
    this.#start = 0;
    this.#forget();
  }

  /** The next row; null when it may not be whole yet. */
  next(isLast: boolean): CsvRow | null {
    const row = this.#scan(isLast);
    // A row that is looked at again begins before what was found.
    if (row === null) this.#forget();
    return row;
  }

  #forget(): void {
    this.#nextDelimiter = -1;
    this.#nextEnd = -1;
  }

  #scan(isLast: boolean): CsvRow | null {
    const text = this.#text;
    const { length } = text;
    let at = this.#start;
    if (at >= length) return null;
    const cells: string[] = [];
    let lines = 1;
    for (;;) {
      if (text.charCodeAt(at) === QUOTE) {
        const close = this.#closingQuote(at + 1);
        if (close < 0 || (close + 2 >= length && !isLast)) return this.#unfinished(isLast);
        const cell = this.#unescape(text.slice(at + 1, close));
        cells.push(cell);
        lines += countOf(cell, this.#lineEnd);
        at = close + 1;
        if (at >= length) return this.#row(cells, at, lines);
        if (text.startsWith(this.#delimiter, at)) {
          at += 1;
          if (at >= length && isLast) {
            cells.push("");
            return this.#row(cells, at, lines);
          }
          if (at >= length) return null;
          continue;
        }
        if (text.startsWith(this.#lineEnd, at)) return this.#row(cells, at + 1, lines);
        if (text[at] === "\r" && text[at + 1] === "\n") return this.#row(cells, at + 2, lines);
        if (text[at] === "\r" && at + 1 >= length) return this.#row(cells, at + 1, lines);
        this.#refuse(lines, `${JSON.stringify(text[at])} follows a closing quote; double the quotes inside of a cell`);
      }
      const end = this.#find(at, "end");
      const delimiter = this.#find(at, "delimiter");
      if (end === length && !isLast) return null;
      if (delimiter < end) {
        cells.push(this.#plain(at, delimiter, lines));
        at = delimiter + 1;
        if (at >= length) {
          if (!isLast) return null;
          cells.push("");
          return this.#row(cells, at, lines);
        }
        continue;
      }
      const isCrLf = this.#lineEnd === "\n" && end > at && text.charCodeAt(end - 1) === CR;
      cells.push(this.#plain(at, isCrLf ? end - 1 : end, lines));
      return this.#row(cells, end + 1, lines);
    }
  }

  #plain(from: number, to: number, lines: number): string {
    const cell = this.#text.slice(from, to);
    if (cell.includes('"') && this.#delimiter !== "\t") this.#refuse(lines, "a quote inside an unquoted cell");
    return cell;
  }

  #row(cells: string[], next: number, lines: number): CsvRow {
    const row = { cells, line: this.#line };
    this.#line += lines;
    this.#start = next;
    return row;
  }

  #unfinished(isLast: boolean): null {
    if (isLast) this.#refuse(1, "a quote is never closed");
    return null;
  }

  #refuse(lines: number, why: string): never {
    refuse(`Not a well-formed CSV file, at line ${this.#line + lines - 1}: ${why}`);
  }

  #find(from: number, what: "end" | "delimiter"): number {
    const text = this.#text;
    const known = what === "end" ? this.#nextEnd : this.#nextDelimiter;
    if (known >= from) return known;
    const found = text.indexOf(what === "end" ? this.#lineEnd : this.#delimiter, from);
    const at = found < 0 ? text.length : found;
    if (what === "end") this.#nextEnd = at;
    else this.#nextDelimiter = at;
    return at;
  }

  /** Position of the quote that ends a cell; -1 when it is not here yet. */
  #closingQuote(from: number): number {
    const text = this.#text;
    for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at)) {
      if (this.#isDoubled) {
        if (text.charCodeAt(at + 1) !== QUOTE) return at;
        at += 2;
      } else {
        let escapes = 0;
        while (at - 1 - escapes >= from && text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++;
        if (escapes % 2 === 0) return at;
        at += 1;
      }
    }
    return -1;
  }

  #unescape(cell: string): string {
    if (this.#isDoubled) return cell.includes('"') ? cell.replaceAll('""', '"') : cell;
    return cell.includes("\\") ? cell.replace(/\\(["\\])/g, "$1") : cell;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const CR = 13;

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count++;
  return count;
}
