/**
 * The log of changes, as it is written and read. Nothing in it is ever changed or deleted.
 *
 * @module
 */

/** A change to the content, as recorded in the log. */
export interface Change {
  /** Name of the command that made the change. */
  readonly command: string;
  /** When the content changes for readers, epoch milliseconds. */
  readonly at: number;
  readonly lines: readonly { readonly reviewId?: string; readonly detail: Record<string, unknown> }[];
}

/** Selects log entries; conditions left out match everything. */
export interface LogFilter {
  readonly reviewId?: string | undefined;
  /** Only the lines of this command. */
  readonly command?: string;
  /** Only the lines of this revision. */
  readonly revision?: number;
  /** Only the lines of later revisions than this. */
  readonly after?: number;
  readonly limit: number;
}

/** A log entry; `at` is in epoch milliseconds. */
export interface LogLine {
  readonly number: number;
  readonly revision: number;
  readonly at: number;
  readonly command: string;
  readonly reviewId: string | null;
  readonly detail: Record<string, unknown>;
}
