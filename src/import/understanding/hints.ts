/**
 * What an owner says of a file that it does not say itself; remembered for the source of its reviews.
 *
 * @module
 */
import type { ColumnRole } from "./column_words.ts";
import type { Scale } from "./stars.ts";

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
