/** Reads goodword JSON, as served or handwritten, or one review per line. A large file is read record by record. */
import {
  CSV_FIELDS,
  csvColumn,
  type FieldSpec,
  GIVEN_FIELDS,
  type GivenField,
  PUBLIC_FIELDS,
  type PublicField,
  placeOf,
  REVIEW_FIELDS,
  readAlsoAtCell,
  readAspectRatingsCell,
  splitList,
  unguardCell,
} from "../review/mod.ts";
import { readBusinessStrictly } from "./business.ts";
import { STARS_ONLY, starsOf } from "./columns/stars.ts";
import { textPieces } from "./decode.ts";
import { type Fields, isDeeperThan, isObject, parseJsonAt } from "./json.ts";
import { jsonEntries } from "./json_entries.ts";
import { jsonRecords } from "./json_stream.ts";
import { refuse, showValue } from "./problem.ts";
import { type FieldNames, type RawReview, Unreadable } from "./raw_review.ts";
import type { ImportFile, RecordPlace, RecordTable } from "./reading.ts";
import type { ReadingBuilder } from "./reading_builder.ts";

const PLACES = GIVEN_FIELDS.map((name) => ({ name, ...placeOf(name) }));
const NAMES: FieldNames = Object.fromEntries(
  PLACES.map(({ name, group, key }) => [name, group === null ? key : `${group}.${key}`]),
);

/** The top-level keys of our own records: fields, and objects with several fields. */
export const OWN_KEYS: ReadonlySet<string> = new Set(
  PUBLIC_FIELDS.map((name) => {
    const { group, key } = placeOf(name);
    return group ?? key;
  }),
);
const KNOWN_SECTIONS: ReadonlySet<string> = new Set([
  "business",
  "aggregate_rating",
  "revision",
  "reviews",
  "insights",
]);
const DEEPEST_INSIGHTS = 16;

/** Reads `{business, reviews[]}`, either of which may be missing, or the list alone. Reviews of a large file are `streamed`. */
export function readGoodwordJson(
  file: string,
  document: unknown,
  builder: ReadingBuilder,
  streamed: (() => Iterable<PlacedRecord>) | null = null,
): void {
  if (Array.isArray(document)) {
    readList(file, streamed?.() ?? placed(document, ""), builder);
    return;
  }
  if (!isObject(document)) refuse(`Expected an object with "business" and "reviews", found ${showValue(document)}`);
  const unknownSections = Object.keys(document).filter((key) => !KNOWN_SECTIONS.has(key));
  for (const section of unknownSections) builder.ignored(section);
  if (document.business !== undefined)
    builder.describeBusiness(readBusinessStrictly(document.business, (sentence) => builder.note(sentence)));
  else if (document.reviews !== undefined) builder.omitsBusiness = true;
  readInsights(document.insights, builder);
  const { reviews } = document;
  if (reviews === undefined && document.business !== undefined && unknownSections.length === 0) return;
  if (reviews === undefined) refuse(missingReviews(document));
  if (!Array.isArray(reviews)) refuse(`reviews is ${showValue(reviews)}, expected a list of reviews`);
  readList(file, streamed?.() ?? placed(reviews, "reviews"), builder);
}

function readList(file: string, records: Iterable<PlacedRecord>, builder: ReadingBuilder): void {
  builder.hasReviewSection = true;
  for (const { path, line, record } of records) readReview(record, { file, path, line }, builder);
}

function* placed(reviews: readonly unknown[], list: string): Generator<PlacedRecord> {
  for (const [index, record] of reviews.entries()) yield { path: `${list}[${index}]`, record };
}

function missingReviews({ business, name }: Fields): string {
  const isBareBusiness = business === undefined && typeof name === "string";
  if (isBareBusiness)
    return `The fields of the business belong in "business": {"business": {"name": ${showValue(name)}, ...}}`;
  return "reviews is missing, expected a list of reviews";
}

export function readNdjson(file: string, lines: Iterable<string>, builder: ReadingBuilder): void {
  builder.hasReviewSection = true;
  let number = 0;
  for (const each of lines) {
    const line = each.trim();
    number++;
    if (line !== "") readReview(parseJsonAt(line, number), { file, path: `line ${number}` }, builder);
  }
}

function readInsights(insights: unknown, builder: ReadingBuilder): void {
  if (insights === undefined || insights === null) return;
  if (!isObject(insights)) refuse(`insights is ${showValue(insights)}, expected an object`);
  if (isDeeperThan(insights, DEEPEST_INSIGHTS)) refuse(`insights is nested deeper than ${DEEPEST_INSIGHTS} levels`);
  builder.insights = insights;
}

function readReview(given: unknown, place: RecordPlace, builder: ReadingBuilder): void {
  const record = builder.fieldsOf(given, place);
  if (record === null) return;
  const { file, path, line } = place;
  const { id } = record;
  const at = typeof id !== "string" ? place : line === undefined ? { file, path, id } : { file, path, line, id };
  noteUnknown(record, builder);
  builder.add(at, translate(record), { names: NAMES });
}

/** Notes unknown fields. Counting the known ones first is much faster than looking up every field of every record. */
function noteUnknown(record: Fields, builder: ReadingBuilder): void {
  let known = 0;
  for (const field of OWN_KEYS) if (record[field] !== undefined) known++;
  if (known === Object.keys(record).length) return;
  for (const field of Object.keys(record)) if (!OWN_KEYS.has(field)) builder.ignored(field);
}

const NOTHING: Fields = {};

/** The objects in a record, each with the key of its main field. */
const GROUPS = [...Map.groupBy(PLACES, ({ group }) => group)].flatMap(([group, [main]]) =>
  group === null || main === undefined ? [] : [{ group, main: main.key }],
);

function translate(record: Fields): RawReview {
  const parts: Record<string, Fields> = {};
  for (const { group, main } of GROUPS) parts[group] = groupOf(record, group, main);
  const given: Partial<Record<GivenField, unknown>> = {};
  for (const { name, group, key } of PLACES) given[name] = (group === null ? record : parts[group])?.[key];
  return given;
}

function groupOf(record: Fields, field: string, main: string): Fields {
  const value = record[field];
  if (isObject(value)) return value;
  if (value === undefined || value === null) return NOTHING;
  return { [main]: new Unreadable(value, "expected an object", field) };
}

interface PlacedRecord {
  readonly path: string;
  readonly line?: number;
  readonly record: unknown;
}

/** A document and its reviews, which are streamed. */
export interface LargeGoodwordJson {
  /** Contains numbers instead of the reviews. */
  readonly document: unknown;
  readonly reviews: () => Iterable<PlacedRecord>;
}

const REVIEWS = ["reviews", "*"];
const ENTRIES = ["*"];

/** Null for a faulty file, which is then read as a whole to find its faults. */
export function largeGoodwordJson(file: ImportFile, encoding: string, isList: boolean): LargeGoodwordJson | null {
  const wanted = isList ? ENTRIES : REVIEWS;
  let document: unknown;
  let count = 0;
  const keepRest = (rest: unknown) => {
    document = rest;
  };
  try {
    for (const _ of jsonEntries(textPieces(file, encoding), wanted, keepRest)) count++;
  } catch {
    return null;
  }
  const reviews = isObject(document) ? document.reviews : document;
  const isSound = Array.isArray(reviews) && reviews.length === count;
  return isSound ? { document, reviews: () => jsonRecords(file, encoding, wanted) } : null;
}

export function isOwnHeader(header: readonly string[]): boolean {
  return header.includes("id") && header.includes("verification") && header.includes("author_is_anonymous");
}

const COLUMNS = CSV_FIELDS.filter(isGiven).map((name) => ({ name, column: csvColumn(name), read: readerOf(name) }));
const CSV_NAMES: FieldNames = Object.fromEntries(COLUMNS.map(({ name, column }) => [name, column]));

type OwnField = GivenField & PublicField;

function isGiven(name: PublicField): name is OwnField {
  const { origin }: FieldSpec = REVIEW_FIELDS[name];
  return origin !== "computed";
}

/** Reads the rows of a table that {@link reviewToCsvRow} wrote. */
export function readOwnTable(table: RecordTable, builder: ReadingBuilder): void {
  builder.hasReviewSection = true;
  const header = table.columns;
  const columns = COLUMNS.map(({ name, column, read }) => ({ name, read, at: header.lastIndexOf(column) }));
  const idAt = header.lastIndexOf("id");
  for (const row of table.rows()) {
    const { at, cells } = row;
    if (cells.length > header.length) {
      builder.refuseRow(row, table);
      continue;
    }
    const cell = (index: number) => unguardCell(String(cells[index] ?? ""));
    const given: Partial<Record<GivenField, unknown>> = {};
    for (const { name, read, at } of columns) given[name] = read(cell(at));
    builder.add({ ...at, id: cell(idAt) }, given, { names: CSV_NAMES });
  }
}

function readerOf(name: OwnField): (cell: string) => unknown {
  const { kind, isNullable, limits }: FieldSpec = REVIEW_FIELDS[name];
  if (kind === "stars") return (cell) => starsOf(cell, STARS_ONLY);
  if (kind === "flag") return readFlag;
  if (kind === "names") return splitList;
  if (kind === "also_at") return readAlsoAtCell;
  if (kind === "aspect_ratings") return readAspectRatingsCell;
  const mayBeEmpty = kind === "text" && !isNullable && limits?.minLength === undefined;
  return mayBeEmpty ? (cell) => cell : (cell) => cell || undefined;
}

/** Reads `true`, or `TRUE` as spreadsheets write it; returns anything else as it is, to be refused. */
function readFlag(cell: string): unknown {
  const word = cell.toLowerCase();
  return word === "" ? undefined : word === "true" ? true : word === "false" ? false : cell;
}
