/**
 * What was understood of a file: which column became what and why, and how its dates and ratings are read.
 *
 * @module
 */
import type { TableKind } from "../tables/table.ts";
import type { ImportHints } from "./hints.ts";

/** What became of one column. */
export interface ColumnVerdict {
  readonly column: string;
  /** A role such as `rating`, `moderation`, `recommendation`, `place`; null when it is not read. */
  readonly became: string | null;
  readonly why: string;
  /** The first value that is not empty, shortened. */
  readonly example: string | null;
}

/** What was understood of one table. */
export interface Understanding {
  readonly file: string;
  readonly kind: TableKind;
  readonly encoding: string | null;
  /** The tool that wrote it, where it is known by its columns. */
  readonly tool: string | null;
  readonly source: { readonly name: string; readonly why: string };
  readonly rows: number;
  readonly columns: readonly ColumnVerdict[];
  /** What the owner said of it, to be remembered for its source; null where nothing was said. */
  readonly hints: ImportHints | null;
  /** In words. */
  readonly dates: string;
  readonly ratings: string;
}
