/**
 * What is known of a tool's export beyond what its columns say by themselves.
 *
 * @module
 */
import type { ColumnRole } from "../understanding/column_words.ts";

/** A tool's export. Data only; most tools need no more than signs and a source. */
export interface Profile {
  /** The tool, as it calls itself. */
  readonly tool: string;
  /** Where the reviews were written; null when a column or the owner says it. */
  readonly source: string | null;
  /** Sets of columns, each of which nobody else has. */
  readonly signs: readonly (readonly string[])[];
  /** Columns whose role their name alone does not say, or that come before others. */
  readonly columns?: Readonly<Partial<Record<ColumnRole, readonly string[]>>>;
  /** Columns that must not be read in spite of their name. */
  readonly unread?: readonly string[];
  /** The column that says whether a text is a translation, without its original, and that of the original's language. */
  readonly translated?: { readonly flag: string; readonly originalLanguage: string };
  /** Whether times that name no zone are UTC, as the tool documents. */
  readonly isUtc?: boolean;
}
