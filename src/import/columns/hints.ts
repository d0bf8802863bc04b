/**
 * What an owner says of a file that it does not say itself, remembered for the source of its reviews; and what was
 * understood of a file.
 */

import type { TableKind } from "../tables/table.ts";
import type { ColumnRole } from "./column_words.ts";

/** The best ratings that a scale may have. */
export const SCALES = ["5", "10", "100"] as const;
export type Scale = (typeof SCALES)[number];

/** How ratings between two numbers of stars are rounded; without it they are refused. */
export const ROUNDINGS = ["half-up"] as const;
export type Rounding = (typeof ROUNDINGS)[number];

/** What an owner said of the files of a source. */
export interface ImportHints {
  /** Column by role; "" where the file has none. */
  readonly columns?: Readonly<Partial<Record<ColumnRole, string>>> | undefined;
  readonly encoding?: string | undefined;
  readonly dateFormat?: string | undefined;
  readonly scale?: Scale | undefined;
  readonly round?: Rounding | undefined;
}

/** What is said now goes before what is remembered; of columns, each by itself. */
export function mergeHints(remembered: ImportHints | undefined, said: ImportHints): ImportHints {
  if (remembered === undefined) return said;
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { ...remembered, ...given, columns: { ...remembered.columns, ...said.columns } };
}

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
