/** The formats that published reviews are exported in, one row each, besides the JSON of /reviews.json itself. */
import { CSV_HEADER, reviewToCsvRow } from "./csv.ts";
import type { Review } from "./review.ts";

/** How reviews are written: `head` once, then each review with `between` before all but the first, and `end` after it. */
export interface ExportFormat {
  /** The ending of its address and of its files. */
  readonly name: string;
  readonly contentType: string;
  /** What the reference says of it. */
  readonly title: string;
  readonly content: string;
  readonly description: string;
  /** Whether a byte order mark can be asked for, by which Excel knows UTF-8. */
  readonly hasByteOrderMark: boolean;
  readonly head: string;
  /** Default: the JSON of the review, whose bytes are copied as they are. */
  readonly row?: (review: Review) => string;
  readonly between?: string;
  readonly end?: string;
  readonly tail?: string;
}

/** Every format. */
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

/** The name of a format that reviews are exported in. */
export type ExportFormatName = (typeof EXPORT_FORMATS)[number]["name"];

/** What a file of reviews can be: the whole of /reviews.json, or one of the formats above. Each is the ending of such files. */
export const EXPORT_NAMES = ["json", ...EXPORT_FORMATS.map(({ name }) => name)] as const;
/** One of {@link EXPORT_NAMES}. */
export type ExportName = (typeof EXPORT_NAMES)[number];

/** The media type of a format, without parameters. */
export function mediaTypeOf({ contentType }: Pick<ExportFormat, "contentType">): string {
  return contentType.replace(/;.*/, "");
}
