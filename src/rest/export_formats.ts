/**
 * The formats of the exports.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { CSV_HEADER, reviewToCsvRow } from "../review/mod.ts";

/** How reviews are written: `head` once, then a row for each. */
export interface ExportFormat {
  readonly contentType: string;
  /** Tells the tags of the formats apart. */
  readonly name: string;
  readonly head: string;
  row(publication: Publication, ordinal: number): string;
}

const UTF8 = new TextDecoder();

/** RFC 4180 with a header row. */
export const CSV: ExportFormat = {
  contentType: "text/csv; charset=utf-8; header=present",
  name: "csv",
  head: CSV_HEADER,
  row: (publication, ordinal) => reviewToCsvRow(publication.reviewAt(ordinal)),
};

/** One review a line, as in /reviews.json. */
export const NDJSON: ExportFormat = {
  contentType: "application/x-ndjson",
  name: "ndjson",
  head: "",
  row: (publication, ordinal) => `${UTF8.decode(publication.reviewBytesAt(ordinal))}\n`,
};
