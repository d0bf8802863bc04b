/**
 * Where a record stands in its file.
 *
 * @module
 */

/** Where a record stands: `reviews[7]`, `row 12`, `line 3`. */
export interface RecordPlace {
  /** Name of the file; for a file inside an archive `archive.zip/inner/name.json`. */
  readonly file: string;
  readonly path: string;
  /** Line of the file, counted from 1, where the path does not say it. */
  readonly line?: number | undefined;
  /** The id the record carries. */
  readonly id?: string | undefined;
}
