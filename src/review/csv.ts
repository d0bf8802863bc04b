/**
 * Reviews as rows of a spreadsheet (RFC 4180), and back without loss.
 *
 * A cell that begins with = + - @ is a formula to a spreadsheet, which a reviewer could use against the reader. Such
 * cells get a leading apostrophe, as do cells that would otherwise look as if they had got one.
 *
 * Spec: https://www.rfc-editor.org/rfc/rfc4180
 *
 * @module
 */
import type { Review } from "./review.ts";

/** Columns of /reviews.csv, in their order. */
export const CSV_COLUMNS = [
  "id",
  "date",
  "rating",
  "title",
  "text",
  "language",
  "author",
  "author_is_anonymous",
  "source",
  "source_url",
  "verification",
  "verification_date",
  "technicians",
  "services",
  "service_areas",
  "aspects",
  "reply",
  "reply_date",
  "updated_at",
  "edited",
  "url",
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** First line of /reviews.csv, with its line end. */
export const CSV_HEADER = `${CSV_COLUMNS.join(",")}\r\n`;

/** One review as a line of /reviews.csv, with its line end. */
export function reviewToCsvRow(review: Review): string {
  const cells: Record<CsvColumn, string> = {
    id: review.id,
    date: review.date,
    rating: String(review.rating),
    title: review.title ?? "",
    text: review.text,
    language: review.language ?? "",
    author: review.author.name,
    author_is_anonymous: String(review.author.is_anonymous),
    source: review.source.name,
    source_url: review.source.url ?? "",
    verification: review.verification.method,
    verification_date: review.verification.date ?? "",
    technicians: joinList(review.mentions.technicians),
    services: joinList(review.mentions.services),
    service_areas: joinList(review.mentions.service_areas),
    aspects: joinList(review.aspects.map(aspectCell)),
    reply: review.reply?.text ?? "",
    reply_date: review.reply?.date ?? "",
    updated_at: review.updated_at,
    edited: String(review.edited),
    url: review.url,
  };
  return `${CSV_COLUMNS.map((column) => quoteCell(guardCell(cells[column]))).join(",")}\r\n`;
}

/** "price_value negative 0.93"; the quote stands in the text. */
function aspectCell({ aspect, sentiment, certainty }: Review["aspects"][number]): string {
  return `${aspect} ${sentiment} ${certainty.toFixed(2)}`;
}

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Puts an apostrophe before what a spreadsheet would run as a formula. */
export function guardCell(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Takes off what {@link guardCell} put on. */
export function unguardCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Several values in one cell, parted by `|`. */
export function joinList(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, "\\$&")).join("|");
}

/** The values {@link joinList} put into one cell. */
export function splitList(cell: string): string[] {
  if (cell === "") return [];
  const values = [...cell.matchAll(/(?:^|\|)((?:\\[\s\S]|[^\\|])*)/g)];
  return values.map((match) => match[1]!.replace(/\\([\s\S])/g, "$1").trim()).filter((value) => value !== "");
}

function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;
}
