import { CSV_HEADER, reviewToCsvRow } from "./csv.ts";
import type { Review } from "./review.ts";

export interface ExportFormat {
  readonly name: string;
  readonly contentType: string;
  readonly title: string;
  readonly content: string;
  readonly description: string;
  /** Whether clients may request a byte order mark, by which Excel recognises UTF-8. */
  readonly hasByteOrderMark: boolean;
  readonly head: string;
  /** Default: the JSON of the review, whose bytes are copied. */
  readonly row?: (review: Review) => string;
  readonly between?: string;
  readonly end?: string;
  readonly tail?: string;
}

export const EXPORT_FORMATS = [
  {
    name: "csv",
    contentType: "text/csv; charset=utf-8; header=present",
    title: "CSV",
    content: "CSV, RFC 4180",
    description:
      "With the filters of searchReviews. Importing it again changes nothing. Text that a spreadsheet would read as a " +
      "formula starts with an apostrophe.",
    hasByteOrderMark: true,
    head: CSV_HEADER,
    row: reviewToCsvRow,
  },
  {
    name: "ndjson",
    contentType: "application/x-ndjson",
    title: "NDJSON, one per line",
    content: "One JSON review per line",
    description: "With the filters of searchReviews. Importing it again changes nothing.",
    hasByteOrderMark: false,
    head: "",
    end: "\n",
  },
] as const satisfies readonly ExportFormat[];

export type ExportFormatName = (typeof EXPORT_FORMATS)[number]["name"];

/** The extensions of files of reviews: /reviews.json, and the formats above. */
export const EXPORT_NAMES = ["json", ...EXPORT_FORMATS.map(({ name }) => name)] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];

/** The media type of a format, without parameters. */
export function mediaTypeOf({ contentType }: Pick<ExportFormat, "contentType">): string {
  return contentType.replace(/;.*/, "");
}
