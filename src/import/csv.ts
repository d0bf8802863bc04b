/**
 * CSV: exports of review widgets, tables kept by hand, and `/reviews.csv` as served.
 *
 * @module
 */

import { readStars } from "./csv_cells.ts";
import { type ColumnRole, type Columns, findColumns, findExporter, REVIEW_COLUMNS, tellRivals } from "./csv_columns.ts";
import {
  type DateFormat,
  detectDateFormat,
  expectedDate,
  namedDateFormat,
  namesTimeZone,
  readDate,
} from "./csv_dates.ts";
import { type ModerationReader, moderationReader } from "./csv_moderation.ts";
import { headerOf, type Row, readTable, refuseMisaligned, type Table } from "./csv_table.ts";
import { type FieldNames, type GivenReview, Unreadable } from "./given_review.ts";
import { isOwnHeader, readOwnRows } from "./own_csv.ts";
import { refuse, showValue } from "./problem.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

/** Reads a table whose first row names the columns. @throws {GoodwordError} input_refused */
export function readCsv(file: string, text: string, builder: ReadingBuilder): void {
  const table = readTable(file, text, REVIEW_COLUMNS);
  const columns = findColumns(table.header, REVIEW_COLUMNS);
  requireColumns(columns);
  builder.speaksOfReviews = true;
  if (isOwnHeader(table.header)) readOwnRows(table, builder);
  else readForeignRows(table, columns, builder);
}

/** Whether a first line looks like the header of a table of reviews. */
export function looksLikeCsv(text: string): boolean {
  const { at } = findColumns(headerOf(text, REVIEW_COLUMNS), REVIEW_COLUMNS);
  return at.rating !== undefined && at.date !== undefined;
}

function requireColumns({ at, headers }: Columns<ColumnRole>): void {
  for (const role of ["rating", "date"] as const) {
    if (at[role] !== undefined) continue;
    const names = REVIEW_COLUMNS[role].slice(0, 5).join(", ");
    refuse(
      `No column for the ${role} among ${headers.slice(0, 30).map(showValue).join(", ")}; name it one of ${names}`,
    );
  }
}

function readForeignRows({ header, rows }: Table, columns: Columns<ColumnRole>, builder: ReadingBuilder): void {
  for (const name of columns.unknown) builder.ignored(name);
  const exporter = findExporter(header);
  const passedOver = tellRivals(columns);
  // Of the tables of known exporters it is known which of two columns counts.
  if (exporter === null) for (const sentence of passedOver) builder.note(sentence);
  if (columns.at.text === undefined) builder.note("No column for the text: only ratings are imported");
  const reading: RowReading = {
    columns,
    names: namesOf(columns),
    source: columns.at.source === undefined ? builder.assumedSource(exporter?.source ?? null) : undefined,
    format: dateFormatOf({ header, rows }, columns.at.date ?? -1, builder),
    readModeration: moderationReader(rows, columns, builder),
    builder,
  };
  for (const row of rows) {
    if (!refuseMisaligned(row, header, builder)) addForeignRow(row, reading);
  }
}

/** How all rows of a table are read. */
interface RowReading {
  readonly columns: Columns<ColumnRole>;
  readonly names: FieldNames;
  readonly format: DateFormat;
  readonly readModeration: ModerationReader;
  readonly builder: ReadingBuilder;
  /** Source of all rows, where no column says it. */
  readonly source: string | undefined;
}

function dateFormatOf({ header, rows }: Table, column: number, { options }: ReadingBuilder): DateFormat {
  if (options.dateFormat !== undefined) return namedDateFormat(options.dateFormat);
  const dates = rows.map(({ cells }) => cells[column]?.trim() ?? "").filter((cell) => cell !== "");
  return detectDateFormat(dates, header[column] ?? "");
}

function addForeignRow({ at, cells }: Row, reading: RowReading): void {
  const { columns, names, source, format, readModeration, builder } = reading;
  const cell = (role: ColumnRole) => cells[columns.at[role] ?? -1]?.trim() || undefined;
  const list = (role: ColumnRole) =>
    cell(role)
      ?.split(/[|;]/)
      .map((name) => name.trim())
      .filter((name) => name !== "");
  const day = (role: ColumnRole) => {
    const given = cell(role);
    return given === undefined ? undefined : readDay(inZoneOf(headerFor(columns, role), given), format, builder);
  };
  const given: GivenReview = {
    source: cell("source") ?? source,
    sourceId: cell("id"),
    sourceUrl: cell("url"),
    date: day("date"),
    rating: readStars(cell("rating")),
    title: cell("title"),
    text: cell("text") ?? "",
    language: cell("language")?.replaceAll("_", "-"),
    authorName: cell("author"),
    verificationMethod: cell("verification"),
    verificationDate: day("verificationDate"),
    technicians: list("technicians"),
    services: list("services"),
    serviceAreas: list("serviceAreas"),
    replyText: cell("reply"),
    replyDate: day("replyDate"),
    hiddenAtSource: readModeration(cells),
    email: cell("email"),
    telephone: cell("telephone"),
    invoice: cell("invoice"),
  };
  const id = cell("id");
  builder.add(id === undefined ? at : { ...at, id }, given, { names });
}

/** A cell with a time of day in the zone that its column names, `Review Created (UTC)`. */
function inZoneOf(header: string, cell: string): string {
  const isUtc = /\b(?:utc|gmt)\W*$/i.test(header.replaceAll("_", " "));
  return isUtc && /[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(cell) ? `${cell} UTC` : cell;
}

function readDay(cell: string, format: DateFormat, builder: ReadingBuilder): string | Unreadable {
  const timeZone = namesTimeZone(cell) ? builder.timeZone : "UTC";
  return readDate(cell, format, timeZone) ?? new Unreadable(cell, expectedDate(cell, format));
}

/** The header of the column for a role; the role itself where there is none. */
function headerFor({ at, headers }: Columns<ColumnRole>, role: ColumnRole): string {
  return headers[at[role] ?? -1] ?? role;
}

function namesOf(columns: Columns<ColumnRole>): FieldNames {
  const name = (role: ColumnRole) => headerFor(columns, role);
  return {
    source: name("source"),
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
