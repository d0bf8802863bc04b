/** `/reviews.csv` as we write it, read back without loss. */
import {
  CSV_FIELDS,
  csvColumn,
  type FieldSpec,
  type GivenField,
  type PublicField,
  REVIEW_FIELDS,
  readAlsoAtCell,
  readAspectRatingsCell,
  splitList,
  unguardCell,
} from "../../review/mod.ts";
import type { FieldNames } from "../given_review.ts";
import type { ReadingBuilder } from "../reading_builder.ts";
import type { RecordTable } from "../tables/table.ts";

/** Only our own header has both; every other file's id is an id of its source. */
export function isOwnHeader(header: readonly string[]): boolean {
  return header.includes("id") && header.includes("verification") && header.includes("author_is_anonymous");
}

const COLUMNS = CSV_FIELDS.filter(isGiven).map((name) => ({ name, column: csvColumn(name), read: readerOf(name) }));
const NAMES: FieldNames = Object.fromEntries(COLUMNS.map(({ name, column }) => [name, column]));

type OwnField = GivenField & PublicField;

function isGiven(name: PublicField): name is OwnField {
  const { origin }: FieldSpec = REVIEW_FIELDS[name];
  return origin !== "computed";
}

/** Reads the rows of a table as {@link reviewToCsvRow} wrote them. */
export function readOwnTable(table: RecordTable, builder: ReadingBuilder): void {
  builder.speaksOfReviews = true;
  const header = table.columns;
  const columns = COLUMNS.map(({ name, column, read }) => ({ name, read, at: header.lastIndexOf(column) }));
  const idAt = header.lastIndexOf("id");
  for (const { at, cells } of table.rows()) {
    if (cells.length > header.length) {
      const found = `has ${cells.length} cells where the header has ${header.length}`;
      builder.refuseRecord(at, `${found}; quote texts that contain commas`);
      continue;
    }
    const cell = (index: number) => unguardCell(String(cells[index] ?? ""));
    const given: Partial<Record<GivenField, unknown>> = {};
    for (const { name, read, at } of columns) given[name] = read(cell(at));
    builder.add({ ...at, id: cell(idAt) }, given, { names: NAMES });
  }
}

/** How a field is read from its cell; an empty one says nothing, unless the field is a text that may be empty. */
function readerOf(name: OwnField): (cell: string) => unknown {
  const { kind, isNullable, limits }: FieldSpec = REVIEW_FIELDS[name];
  if (kind === "stars") return readStars;
  if (kind === "flag") return readFlag;
  if (kind === "names") return splitList;
  if (kind === "also_at") return readAlsoAtCell;
  if (kind === "aspect_ratings") return readAspectRatingsCell;
  const mayBeEmpty = kind === "text" && !isNullable && limits?.minLength === undefined;
  return mayBeEmpty ? (cell) => cell : (cell) => cell || undefined;
}

const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** `5`, `5.0`, `5/5`, `5 stars`, `5 out of 5`, `5★`, `FIVE`, `★★★★★` as a number; what is none of these is handed on to be refused. */
function readStars(cell: string | undefined): unknown {
  if (cell === undefined) return undefined;
  const plain = cell.replace(/\s*(?:(?:\/|out of|of)\s*5)?\s*(?:stars?|★)?$/i, "").replace(",", ".");
  if (/^-?\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  if (/^★+☆*$/.test(plain) && plain.length === 5) return plain.lastIndexOf("★") + 1;
  const word = WORDS.indexOf(plain.toUpperCase());
  return word < 0 ? cell : word + 1;
}

/** `true`, or `TRUE` as spreadsheets write it; what is neither true nor false is handed on to be refused. */
function readFlag(cell: string): unknown {
  const word = cell.toLowerCase();
  return word === "" ? undefined : word === "true" ? true : word === "false" ? false : cell;
}
