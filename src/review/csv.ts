/** Writes reviews as CSV (RFC 4180), and reads them back. Cells that a spreadsheet would run as a formula get an apostrophe, also after a separator inside. */

import type { PublicField, ReviewShape } from "./field_sets.ts";
import { fieldsWhere, placeOf } from "./field_sets.ts";
import type { FieldSpec } from "./fields.ts";
import { REVIEW_FIELDS } from "./fields.ts";

/** The fields of /reviews.csv in the order of their columns: as in JSON, except that the long permalink comes last. */
export const CSV_FIELDS: readonly PublicField[] = [
  ...fieldsWhere<PublicField>(({ csv, kind }) => csv !== undefined && kind !== "permalink"),
  ...fieldsWhere<PublicField>(({ csv, kind }) => csv !== undefined && kind === "permalink"),
];

export const CSV_HEADER = `${CSV_FIELDS.map(csvColumn).join(",")}\r\n`;

export function csvColumn(name: PublicField): string {
  return REVIEW_FIELDS[name].csv;
}

export function reviewToCsvRow(review: ReviewShape): string {
  return `${CELLS.map((write) => write(review)).join(",")}\r\n`;
}

type WriteCell = (review: ReviewShape) => string;

function writerOf({ kind }: FieldSpec): (value: unknown) => string {
  switch (kind) {
    case "date":
    case "instant":
    case "stars":
    case "flag":
    case "one_of":
      return (value) => String(value ?? "");
    case "names":
      return (value) => safeCell(joinList(value as string[]));
    case "aspects":
      return (value) => safeCell(joinList((value as ReviewShape["aspects"]).map(aspectCell)));
    case "aspect_ratings":
      return (value) => aspectRatingsCell(value as ReviewShape["aspect_ratings"]);
    case "also_at":
      return (value) => safeCell(joinList((value as ReviewShape["also_at"]).map(alsoAtCell)));
    default:
      return (value) => safeCell((value as string | null | undefined) ?? "");
  }
}

function safeCell(text: string): string {
  return quoteCell(guardCell(text));
}

function alsoAtCell({ name, url }: ReviewShape["also_at"][number]): string {
  return url === null ? name : `${name} ${url}`;
}

/** Reads the cell of `also_at` that {@link reviewToCsvRow} wrote. */
export function readAlsoAtCell(cell: string): ReviewShape["also_at"] {
  return splitList(cell).map((place) => {
    const at = place.lastIndexOf(" ");
    const url = place.slice(at + 1);
    return at > 0 && /^https?:\/\/\S/.test(url)
      ? { name: place.slice(0, at).trimEnd(), url }
      : { name: place, url: null };
  });
}

function aspectRatingsCell(ratings: ReviewShape["aspect_ratings"]): string {
  const given = Object.entries(ratings ?? {}).filter(([, stars]) => stars !== null);
  return joinList(given.map(([aspect, stars]) => `${aspect} ${stars}`));
}

/** Reads the cell of `aspect_ratings` that {@link reviewToCsvRow} wrote. The result has the shape of JSON and is not checked. */
export function readAspectRatingsCell(cell: string): Readonly<Record<string, unknown>> | undefined {
  if (cell === "") return undefined;
  return Object.fromEntries(
    splitList(cell).map((entry) => {
      const [aspect = "", stars = ""] = entry.split(/ +/);
      return [aspect, /^\d$/.test(stars) ? Number(stars) : stars];
    }),
  );
}

function aspectCell({ aspect, sentiment, certainty }: ReviewShape["aspects"][number]): string {
  return `${aspect} ${sentiment} ${certainty.toFixed(2)}`;
}

const CELLS: readonly WriteCell[] = CSV_FIELDS.map((name) => {
  const { group, key } = placeOf(name);
  const write = writerOf(REVIEW_FIELDS[name]);
  if (group === null) return (review) => write(review[key as keyof ReviewShape]);
  return (review) => write((review[group] as Readonly<Record<string, unknown>> | null)?.[key]);
});

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** The beginning of a field for a reader with another delimiter, with the white space and quotes that it removes. */
const FIELD_START = /([;|\t\r\n][\s"]*)('*)(?=([=+\-@＝＋－＠])?)/g;

/** Adds an apostrophe before everything that a spreadsheet would run as a formula. */
export function guardCell(cell: string): string {
  const guarded = cell.replace(FIELD_START, (found, before: string, apostrophes: string, formula?: string) =>
    formula === undefined ? found : `${before}'${apostrophes}`,
  );
  return FORMULA.test(guarded) ? `'${guarded}` : guarded;
}

/** Removes the apostrophes that {@link guardCell} added. */
export function unguardCell(cell: string): string {
  const guarded = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
  return guarded.replace(FIELD_START, (found, before: string, apostrophes: string, formula?: string) =>
    formula === undefined ? found : before + apostrophes.slice(1),
  );
}

export function joinList(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, "\\$&")).join("|");
}

/** The values that {@link joinList} joined. */
export function splitList(cell: string): string[] {
  if (cell === "") return [];
  const values = [...cell.matchAll(/(?:^|\|)((?:\\[\s\S]|[^\\|])*)/g)];
  return values.map(([, value = ""]) => value.replace(/\\([\s\S])/g, "$1").trim()).filter((value) => value !== "");
}

export function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}
