/**
 * Files that other tools wrote: each as a table, understood and then read.
 *
 * @module
 */

import { refuse } from "./problem.ts";
import type { ImportFile } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";
import { csvTable } from "./tables/csv_text.ts";
import type { LikeReview } from "./tables/find_records.ts";
import { jsonTable, linesTable } from "./tables/json_table.ts";
import type { RecordTable } from "./tables/table.ts";
import { workbookTable } from "./tables/workbook.ts";
import { countMeanings, meaningOf } from "./understanding/assign.ts";
import { isDay, isRating } from "./understanding/column_values.ts";
import { explain } from "./understanding/explain.ts";
import { isProse } from "./understanding/proposals.ts";
import { readRows } from "./understanding/read_rows.ts";
import { understandTable } from "./understanding/understand.ts";

/** A CSV file as a table. */
export function tableOfCsv(file: ImportFile, encoding: string): RecordTable {
  return csvTable(file, encoding, { meanings: countMeanings, isData: isDataRow });
}

/** A workbook as a table. */
export function tableOfWorkbook(file: ImportFile): RecordTable {
  return workbookTable(file, countMeanings);
}

/** The records in a JSON file as a table; null when none are like reviews. */
export function tableOfJson(file: ImportFile, encoding: string, json: unknown): RecordTable | null {
  return jsonTable(file, encoding, json, likeReview);
}

/** Records one a line as a table. */
export function tableOfLines(file: ImportFile, encoding: string): RecordTable {
  return linesTable(file, encoding);
}

/** Reads a table after understanding it. @throws {GoodwordError} input_refused with the option that would help */
export function readTable(table: RecordTable, encoding: string | null, builder: ReadingBuilder): void {
  const reading = understandTable(table, builder);
  builder.speaksOfReviews = true;
  builder.understood(explain(reading, encoding));
  if (reading.evidence.rows === 0 && table.kind !== "csv") refuse("It holds no reviews");
  noteColumns(reading, builder);
  if (builder.options.isExplanation !== true) readRows(reading, builder);
}

function noteColumns(
  { table, assignment, profile }: ReturnType<typeof understandTable>,
  builder: ReadingBuilder,
): void {
  for (const index of assignment.unknown) builder.ignored(table.columns[index] ?? "");
  // Of the tables of known tools it is known which of two columns counts.
  if (profile === null) for (const sentence of tellRivals(table, assignment)) builder.note(sentence);
  if (assignment.roles.text === undefined) builder.note("No column for the text: only ratings are imported");
}

type Assigned = ReturnType<typeof understandTable>["assignment"];

/** Of two columns that could mean the same only one is read; of two with one name nobody can tell which is meant. */
function tellRivals({ columns }: RecordTable, { roles, rivals }: Assigned): string[] {
  return rivals.map(({ role, index }) => {
    const [taken = "", other = ""] = [columns[roles[role]?.index ?? -1], columns[index]];
    if (taken.toLowerCase().replace(/[\s_-]+/g, "") === other.toLowerCase().replace(/[\s_-]+/g, "")) {
      refuse(`Two columns are named ${JSON.stringify(taken)}; rename or delete one of them`);
    }
    return `The column ${JSON.stringify(other)} was ignored because ${JSON.stringify(taken)} means the same and takes precedence`;
  });
}

/** Whether a first row holds values instead of names. */
function isDataRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.some((cell) => isDay(cell) && !/^\d{4}$/.test(cell.trim())) && filled.length > 1;
}

/** Rating, date and words by their names make a record a review; values alone make it one to ask about. */
const likeReview: LikeReview = (paths, values) => {
  const roles = new Map<string, number>();
  for (const [index, path] of paths.entries()) {
    const role = meaningOf(path);
    if (role !== null && !roles.has(role)) roles.set(role, index);
  }
  const value = (role: string) => values[roles.get(role) ?? -1];
  const isFilled = (role: string) => value(role) !== undefined && value(role) !== null && value(role) !== "";
  const rating = roles.has("rating") ? (isRating(value("rating")) ? 3 : 1) : 0;
  const date = roles.has("date") ? (isDay(value("date")) ? 3 : isFilled("date") ? 0.5 : 1) : 0;
  const text = roles.has("text") && typeof value("text") === "string" ? 2 : 0;
  const others = ["author", "reply", "id", "title"].filter((role) => roles.has(role)).length / 2;
  const named = [rating, date, text].filter((score) => score > 0).length;
  if (named >= 2) return rating + date + text + others;
  const hasStars = values.some((each) => typeof each === "number" && Number.isInteger(each) && each >= 1 && each <= 5);
  return values.some((each) => isProse([each])) && (hasStars || named === 1) ? 0.1 : 0;
};
