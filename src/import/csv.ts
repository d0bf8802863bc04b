/**
 * CSV: `/reviews.csv` as served, exports of review widgets, and tables kept by hand.
 *
 * @module
 */
import { type CsvError, parse } from "csv-parse/sync";
import { splitList, unguardCell } from "../review/mod.ts";
import type { FieldNames, GivenReview } from "./check_review.ts";
import { COLUMN_ALIASES, type ColumnRole, type Columns, findColumns, findExporter } from "./csv_columns.ts";
import { type DateFormat, detectDateFormat, expectedDate, namedDateFormat, readDate } from "./csv_dates.ts";
import { refuse, showValue } from "./problem.ts";
import type { RecordPlace } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";
import { Unreadable } from "./unreadable.ts";

/** Reads a table whose first row names the columns. */
export function readCsv(file: string, text: string, builder: ReadingBuilder): void {
  const { header, rows } = readRows(file, text);
  const columns = findColumns(header);
  requireColumns(columns);
  builder.speaksOfReviews = true;
  if (isOurs(columns)) readOwnRows(rows, columns, builder);
  else readForeignRows(rows, columns, builder);
}

/** Whether a first line looks like the header of a table of reviews. */
export function looksLikeCsv(text: string): boolean {
  const { at } = findColumns(headerCells(text, findDelimiter(text)));
  return at.rating !== undefined && at.date !== undefined;
}

interface Row {
  readonly at: RecordPlace;
  readonly cells: readonly string[];
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function readRows(file: string, text: string): { header: readonly string[]; rows: readonly Row[] } {
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

function headerCells(text: string, delimiter: string): string[] {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0]!;
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ""));
}

function requireColumns({ at, headers }: Columns): void {
  for (const role of ["rating", "date"] as const) {
    if (at[role] !== undefined) continue;
    const names = COLUMN_ALIASES[role].slice(0, 5).join(", ");
    refuse(
      `No column for the ${role} among ${headers.slice(0, 30).map(showValue).join(", ")}; name it one of ${names}`,
    );
  }
}

/* Rows of our own export */

/** Only our own header has both; every other file's id is an id of its source. */
function isOurs({ headers }: Columns): boolean {
  return headers.includes("id") && headers.includes("verification") && headers.includes("author_is_anonymous");
}

const OWN_NAMES: FieldNames = {
  sourceName: "source",
  sourceUrl: "source_url",
  authorName: "author",
  isAnonymous: "author_is_anonymous",
  verificationMethod: "verification",
  verificationDate: "verification_date",
  serviceAreas: "service_areas",
  replyText: "reply",
  replyDate: "reply_date",
  updatedAt: "updated_at",
};

function readOwnRows(rows: readonly Row[], { headers }: Columns, builder: ReadingBuilder): void {
  const index = new Map(headers.map((header, at) => [header, at]));
  for (const { at, cells } of rows) {
    if (isMisaligned(at, cells, headers, builder)) continue;
    const cell = (name: string) => unguardCell(cells[index.get(name) ?? -1] ?? "");
    const given = (name: string) => cell(name) || undefined;
    builder.add(
      { ...at, id: cell("id") },
      {
        id: given("id"),
        sourceName: given("source"),
        sourceUrl: given("source_url"),
        date: given("date"),
        rating: readStars(cell("rating")),
        title: given("title"),
        text: cell("text"),
        language: given("language"),
        authorName: given("author"),
        isAnonymous: readFlag(cell("author_is_anonymous")),
        verificationMethod: given("verification"),
        verificationDate: given("verification_date"),
        technicians: splitList(cell("technicians")),
        services: splitList(cell("services")),
        serviceAreas: splitList(cell("service_areas")),
        replyText: given("reply"),
        replyDate: given("reply_date"),
        updatedAt: given("updated_at"),
        edited: readFlag(cell("edited")),
      },
      { names: OWN_NAMES },
    );
  }
}

/** Spreadsheets write TRUE for true. */
function readFlag(cell: string): unknown {
  const word = cell.toLowerCase();
  return word === "" ? undefined : word === "true" ? true : word === "false" ? false : cell;
}

/* Rows of everybody else */

function readForeignRows(rows: readonly Row[], columns: Columns, builder: ReadingBuilder): void {
  const { at: column, headers } = columns;
  const exporter = findExporter(headers);
  if (column.source === undefined) builder.assumeSource(exporter?.source ?? null);
  for (const header of columns.unknown) builder.ignored(header);
  if (column.text === undefined) builder.note("There is no column for the text: only the stars are imported");
  const dates = rows.map(({ cells }) => cells[column.date!]?.trim() ?? "").filter((cell) => cell !== "");
  const { dateFormat } = builder.options;
  const format =
    dateFormat !== undefined ? namedDateFormat(dateFormat) : detectDateFormat(dates, headers[column.date!]!);
  const names = namesOf(columns);
  let unapproved = 0;
  for (const row of rows) {
    if (isMisaligned(row.at, row.cells, headers, builder)) continue;
    if (isUnapproved(row, columns)) unapproved++;
    else addForeignRow(row, columns, { format, names }, builder);
  }
  if (unapproved > 0) builder.note(`${unapproved} rows that were not approved at their source were left out`);
}

interface RowReading {
  readonly format: DateFormat;
  readonly names: FieldNames;
}

function addForeignRow(
  { at, cells }: Row,
  { at: column }: Columns,
  reading: RowReading,
  builder: ReadingBuilder,
): void {
  const cell = (role: ColumnRole) => cells[column[role] ?? -1]?.trim() || undefined;
  const list = (role: ColumnRole) =>
    cell(role)
      ?.split(/[|;]/)
      .map((name) => name.trim())
      .filter((name) => name !== "");
  const day = (role: ColumnRole) => {
    const given = cell(role);
    return given === undefined ? undefined : readDay(given, reading.format, builder.timeZone);
  };
  const given: GivenReview = {
    sourceName: cell("source"),
    sourceId: cell("id"),
    sourceUrl: cell("url"),
    date: day("date"),
    rating: readStars(cell("rating")),
    title: cell("title"),
    text: cell("text") ?? "",
    language: cell("language"),
    authorName: cell("author"),
    verificationMethod: cell("verification"),
    verificationDate: day("verificationDate"),
    technicians: list("technicians"),
    services: list("services"),
    serviceAreas: list("serviceAreas"),
    replyText: cell("reply"),
    replyDate: day("replyDate"),
  };
  const id = cell("id");
  builder.add(id === undefined ? at : { ...at, id }, given, { names: reading.names });
}

function readDay(cell: string, format: DateFormat, timeZone: string): string | Unreadable {
  return readDate(cell, format, timeZone) ?? new Unreadable(cell, expectedDate(cell, format));
}

function namesOf({ at, headers }: Columns): FieldNames {
  const name = (role: ColumnRole) => (at[role] === undefined ? role : headers[at[role]]!);
  return {
    sourceName: name("source"),
    sourceId: name("id"),
    sourceUrl: name("url"),
    date: name("date"),
    rating: name("rating"),
    title: name("title"),
    text: name("text"),
    language: name("language"),
    authorName: name("author"),
    verificationMethod: name("verification"),
    verificationDate: name("verificationDate"),
    technicians: name("technicians"),
    services: name("services"),
    serviceAreas: name("serviceAreas"),
    replyText: name("reply"),
    replyDate: name("replyDate"),
  };
}

function isUnapproved({ cells }: Row, { at }: Columns): boolean {
  return at.approved !== undefined && /^(?:0|false|no)$/i.test(cells[at.approved]?.trim() ?? "");
}

function isMisaligned(at: RecordPlace, cells: readonly string[], headers: readonly string[], builder: ReadingBuilder) {
  if (cells.length <= headers.length) return false;
  builder.refuseRecord(
    at,
    `has ${cells.length} cells where the header has ${headers.length}; a text with commas must stand in quotes`,
  );
  return true;
}

const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** `5`, `5.0`, `5/5`, `5 stars`, `FIVE`, `★★★★★` as a number; what is none of these is handed on to be refused. */
export function readStars(cell: string | undefined): unknown {
  if (cell === undefined) return undefined;
  const plain = cell.replace(/\s*(?:stars?|\/\s*5)$/i, "").replace(",", ".");
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  if (/^★+☆*$/.test(plain) && plain.length === 5) return plain.lastIndexOf("★") + 1;
  const word = WORDS.indexOf(plain.toUpperCase());
  return word < 0 ? cell : word + 1;
}
