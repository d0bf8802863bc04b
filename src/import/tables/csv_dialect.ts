/**
 * How a CSV text is written, found by reading its beginning in every way and taking the one that makes most sense.
 *
 * @module
 */
import { GoodwordError } from "../../errors.ts";
import { type CsvDialect, csvRows } from "./csv_rows.ts";

const DELIMITERS = [",", ";", "\t", "|"];

/** A dialect, and what stands before the table. */
export interface FoundDialect extends CsvDialect {
  /** Where the table begins; behind Excel's line `sep=;`. */
  readonly start: number;
  /** Rows above the header, such as a headline. */
  readonly rowsBefore: number;
}

/** How many of the names in a row mean something. */
export type CountMeanings = (cells: readonly string[]) => number;

/** The dialect of a text by its beginning. */
export function findDialect(head: string, isWhole: boolean, meanings: CountMeanings): FoundDialect {
  const lineEnd = head.includes("\n") || !head.includes("\r") ? "\n" : "\r";
  const told = toldDialect(head);
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
export function toldDialect(text: string): { readonly delimiter: string; readonly start: number } | null {
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
    for (const { cells } of csvRows([text], dialect)) {
      if (cells.length > 1 || cells[0]?.trim() !== "") rows.push(cells);
      if (rows.length === LOOK_ROWS) return { rows, isSound: true };
    }
    return { rows, isSound: true };
  } catch (error) {
    if (!(error instanceof GoodwordError)) throw error;
    // The beginning of a text may end inside of quotes.
    return { rows, isSound: !isWhole && /never closed/.test(error.message) && rows.length > 1 };
  }
}
