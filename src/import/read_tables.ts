import { foldName, type Provenance } from "../review/mod.ts";
import {
  type AssignedBy,
  countMeanings,
  describeRivals,
  meaningCounter,
  meaningOf,
  type NamesByRole,
  UNREAD,
} from "./columns/assign.ts";
import { isDay, isProse, isRating } from "./columns/column_checks.ts";
import type { ColumnRole } from "./columns/column_words.ts";
import type { DateEvidence } from "./columns/date_format.ts";
import { interpretTable, type TableReading } from "./columns/interpret_table.ts";
import { refuseOtherKinds } from "./columns/other_contents.ts";
import { readRows } from "./columns/read_rows.ts";
import { exampleValue, firstValues, unmappedProseColumns } from "./columns/required.ts";
import { csvTable, headOf } from "./csv.ts";
import { decodeText, encodingOf, isUtf8Name } from "./decode.ts";
import { type LikeReview, plainTable } from "./find_records.ts";
import { askAboutGarbled, garbledWord } from "./garbled.ts";
import { tryParseJson } from "./json.ts";
import { jsonTable, linesTable } from "./json_stream.ts";
import { markupTable } from "./markup_table.ts";
import { refuse, showValue } from "./problem.ts";
import {
  type ColumnVerdict,
  fileSlice,
  type ImportFile,
  type ImportHints,
  isFilled,
  type RecordTable,
  type TableInterpretation,
  type TableRow,
} from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";
import { workbookTable } from "./workbook.ts";
import { isZip, listZip, WORKBOOK_XML } from "./zip.ts";

export function tableOfCsv(file: ImportFile, encoding: string): RecordTable {
  return csvTable(file, encoding, { meanings: countMeanings, isData: isDataRow });
}

/** The table in a file without reviews, such as a list of jobs. `nameOf` renames its columns. @throws {GoodwordError} */
export function openTable(
  file: ImportFile,
  vocabulary: NamesByRole<string>,
  nameOf: (column: string) => string = (column) => column,
  answered?: string,
): RecordTable {
  const meaningsOf = meaningCounter(vocabulary);
  const meanings = (names: readonly string[]) => meaningsOf(names.map(nameOf));
  const head = fileSlice(file, 0, 4096);
  const isAsItIs = isUtf8Name(answered);
  refuseOtherKinds(head);
  const named = (given: RecordTable) => {
    const table = plainTable(given);
    return { ...table, columns: table.columns.map(nameOf), rows: () => (isAsItIs ? table.rows() : soundRows(table)) };
  };
  if (isZip(head)) {
    if (!listZip(file).includes(WORKBOOK_XML)) refuse("This is an archive; unpack it and import the table in it");
    return named(workbookTable(file, meanings));
  }
  const encoding = encodingOf(file, answered);
  const beginning = headOf(file, encoding);
  if (/^\s*</.test(beginning)) {
    const table = markupTable(file.name, decodeText(file.bytes, encoding), meanings);
    return named(
      table ?? refuse("It contains no table with known columns; save it as CSV or as an Excel workbook (.xlsx)"),
    );
  }
  if (/^\s*[[{]/.test(beginning)) return named(recordsTable(file, encoding, meanings));
  return named(csvTable(file, encoding, { meanings, isData: () => false }));
}

function* soundRows(table: RecordTable): Generator<TableRow> {
  for (const row of table.rows()) {
    for (const cell of row.cells) {
      const garbled = typeof cell === "string" ? garbledWord(cell) : null;
      if (garbled !== null) {
        askAboutGarbled(row.at.path, garbled);
      }
    }
    yield row;
  }
}

/** Reads one record, a list of records anywhere in the document, or one record per line. */
function recordsTable(file: ImportFile, encoding: string, meanings: (names: readonly string[]) => number): RecordTable {
  const json = tryParseJson(decodeText(file.bytes, encoding));
  if (json === undefined) return linesTable(file, encoding);
  // Prefer the record, or the list in it, with the most known column names.
  const root = Array.isArray(json) ? json : [json];
  const table = jsonTable(file, encoding, root, meanings) ?? jsonTable(file, encoding, root, () => 1);
  return table ?? refuse("It contains no records");
}

export function tableOfJson(file: ImportFile, encoding: string, json: unknown): RecordTable | null {
  return jsonTable(file, encoding, json, likeReview);
}

export function readTable(given: RecordTable, encoding: string | null, builder: ReadingBuilder): void {
  const table = plainTable(given);
  const reading = interpretTable(table, builder);
  builder.hasReviewSection = true;
  builder.understood(explain(reading, encoding));
  if (reading.evidence.rows === 0 && table.kind !== "csv") refuse("It contains no reviews");
  noteColumns(reading, builder);
  if (reading.profile !== null) builder.setProvenance(provenanceOf(reading.profile.tool));
  if (builder.options.isExplanation !== true) readRows(reading, builder);
}

/** Tools that scrape pages, and tools that call the API of a site. Others export their own reviews. */
const PAGE_READERS = /^(?:Apify|Outscraper|SerpApi|Bright Data|Trustpilot \(page\))/;
const API_CLIENTS = /^(?:Google Places|Yelp Fusion)/;

function provenanceOf(tool: string): Provenance {
  return PAGE_READERS.test(tool) ? "public_page" : API_CLIENTS.test(tool) ? "platform_api" : "export";
}

function noteColumns(reading: TableReading, builder: ReadingBuilder): void {
  const { table, assignment, profile } = reading;
  for (const note of table.notes ?? []) builder.note(note);
  for (const column of unmappedProseColumns(reading)) {
    builder.note(`The column ${JSON.stringify(column)} contains sentences and is not read`);
  }
  for (const { role, index, why } of assignment.doubted) {
    const column = showValue(table.columns[index]);
    if (assignment.roles[role] === undefined)
      builder.note(`The column ${column} was not read as the ${wordsOf(role)} because ${why}`);
  }
  for (const index of assignment.unknown) builder.ignored(table.columns[index] ?? "");
  if (profile === null) for (const sentence of describeRivals(table.columns, assignment)) builder.note(sentence);
  if (assignment.roles.text === undefined) builder.note("No column for the text: only ratings are imported");
}

function wordsOf(role: ColumnRole): string {
  return role.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function isDataRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.some((cell) => isDay(cell) && !/^\d{4}$/.test(cell.trim())) && filled.length > 1;
}

/** Two of rating, date and text by name make a record a review. Values alone score low: the owner will be asked. */
const likeReview: LikeReview = (paths, values) => {
  const roles = new Map<string, number>();
  for (const [index, path] of paths.entries()) {
    const role = meaningOf(path);
    if (role !== null && !roles.has(role)) roles.set(role, index);
  }
  const value = (role: string) => values[roles.get(role) ?? -1];
  const rating = roles.has("rating") ? (isRating(value("rating")) ? 3 : 1) : 0;
  const date = roles.has("date") ? (isDay(value("date")) ? 3 : isFilled(value("date")) ? 0.5 : 1) : 0;
  const text = roles.has("text") && typeof value("text") === "string" ? 2 : 0;
  const others = ["author", "reply", "id", "title"].filter((role) => roles.has(role)).length / 2;
  const named = [rating, date, text].filter((score) => score > 0).length;
  if (named >= 2) return rating + date + text + others;
  const hasStars = values.some((each) => typeof each === "number" && Number.isInteger(each) && each >= 1 && each <= 5);
  return values.some((each) => isProse([each])) && (hasStars || named === 1) ? 0.1 : 0;
};

function explain(reading: TableReading, encoding: string | null): TableInterpretation {
  const { table, profile, source, evidence } = reading;
  const sourceColumn = table.columns[reading.assignment.roles.source?.index ?? -1];
  return {
    file: table.file,
    kind: table.kind,
    encoding,
    tool: profile?.tool ?? null,
    source: source ?? { name: "", why: `from the column ${JSON.stringify(sourceColumn ?? "")}` },
    rows: evidence.rows,
    columns: table.columns.map((column, index) => verdictOf(reading, column, index)),
    hints: hintsOf(reading),
    dates: describeDates(reading),
    ratings: describeRatings(reading),
  };
}

function hintsOf({ hints }: TableReading): ImportHints | null {
  const { columns = {}, ...others } = hints;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  if (Object.keys(columns).length > 0) given.push(["columns", columns as never]);
  return given.length === 0 ? null : Object.fromEntries(given);
}

const REASONS: Readonly<Record<AssignedBy, (tool: string) => string>> = {
  stated: () => "as you said",
  remembered: () => "as you said for this source before",
  profile: (tool) => `as ${tool} names it`,
  name: () => "by its name",
};

function verdictOf({ assignment, profile, sample, table }: TableReading, column: string, index: number): ColumnVerdict {
  const example = exampleValue(sample, index);
  const values = firstValues(sample, index);
  const verdict = (became: string | null, why: string): ColumnVerdict => ({ column, became, why, example, values });
  const role = Object.entries(assignment.roles).find(([, assigned]) => assigned.index === index);
  if (role !== undefined) return verdict(role[0], REASONS[role[1].by](profile?.tool ?? ""));
  if (assignment.moderation.includes(index)) return verdict("moderation", "states whether the source shows the review");
  const doubt = assignment.doubted.find((each) => each.index === index);
  if (doubt !== undefined) return verdict(null, doubt.why);
  if (assignment.places.includes(index)) return verdict("place", "names the reviewed location");
  if (assignment.recommendations.includes(index)) return verdict(null, "a recommendation is not a star rating");
  const rival = assignment.rivals.find((each) => each.index === index);
  if (rival !== undefined) {
    const taken = table.columns[assignment.roles[rival.role]?.index ?? -1] ?? "";
    return verdict(null, `${JSON.stringify(taken)} means the same and takes precedence`);
  }
  return verdict(null, UNREAD.has(foldName(column)) ? "personal, never read" : "means nothing here");
}

function describeDates({ dateFormat, evidence: { dates }, hints }: TableReading): string {
  if (dates.count === 0) return "none";
  const how = hints.dateFormat === undefined ? describeEvidence(dates) : "as you said";
  const relative = dates.relative === null ? "" : `; relative ones count from ${dateFormat.asOf}`;
  const imprecise = dates.impreciseCount > 0 ? "; some are months or years" : "";
  return `${dateFormat.name}, ${how}${relative}${imprecise}`;
}

function describeEvidence({ numeric }: DateEvidence): string {
  for (const mark of ["/", "-"] as const) {
    const { count, dayFirst, monthFirst, differs } = numeric[mark];
    if (count === 0) continue;
    if (dayFirst !== null) return `day before month: ${dayFirst} allows no other order`;
    if (monthFirst !== null) return `month before day: ${monthFirst} allows no other order`;
    return differs ? "the other order would be in the future" : "day and month are the same in every row";
  }
  return "as written";
}

function describeRatings({ ratingRule: { best, isRounded } }: TableReading): string {
  const scale = best === 5 ? "1 to 5 stars" : `a scale of ${best}, converted to stars as you said`;
  return isRounded ? `${scale}; halves are rounded up as you said` : scale;
}
