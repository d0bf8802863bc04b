/**
 * All that is kept, as rows that another store takes over whole: for a move from one database to another.
 *
 * @module
 */

/** Tables that are moved page by page; while the revision stays, nothing is added to them. In the order in which they are moved. */
export const PAGED_TABLES = ["reviews", "changes", "removals", "revisions", "withdrawals", "beforeImages"] as const;
export type PagedTable = (typeof PAGED_TABLES)[number];

/** Tables that are moved at once and last: those that change without a new revision, and those that make the rest valid. */
export const LAST_TABLES = [
  "business",
  "subscriptions",
  "pendingVerifications",
  "topicContents",
  "keys",
  "edition",
] as const;
export type LastTable = (typeof LAST_TABLES)[number];

/** A row by the names of its columns; values are those of the program, whatever the database makes of them. */
export type KeptRow = Readonly<Record<string, unknown>>;

/** Which content is moved: of which installation, as of which revision. */
export interface Origin {
  /** Random name of the installation; it stays the same wherever it is moved. */
  readonly authority: string;
  readonly revision: number;
}

/** How many rows a table has. */
export interface TableSize {
  readonly table: PagedTable | LastTable;
  readonly rows: number;
}

/** What a store holds at one moment. */
export interface Survey {
  readonly origin: Origin;
  /** Every table that is moved; those that come in pages first, in the order in which they do. */
  readonly sizes: readonly TableSize[];
}

/** Rows of one table, and the state of the store when they were read. */
export interface RowPage {
  readonly origin: Origin;
  /** In the order of the table's key; none after the last. */
  readonly rows: readonly KeptRow[];
}

/** The last tables with their rows, and what else the store holds at that moment. */
export interface Remainder extends Survey {
  readonly tables: readonly { readonly table: LastTable; readonly rows: readonly KeptRow[] }[];
}

/** Whether a store takes a move in. */
export type Reception =
  /** `received` names each table that comes in pages, with the rows that are there already and the last of them. */
  | { readonly kind: "ready"; readonly isResumed: boolean; readonly received: readonly ReceivedTable[] }
  | { readonly kind: "not_empty"; readonly sizes: readonly TableSize[] }
  /** An earlier move is unfinished here, and its origin is not this one or has changed since. */
  | { readonly kind: "other_origin"; readonly origin: Origin };

/** Whether a move has ended. */
export type Completion =
  | { readonly kind: "complete" }
  /** Another process has made the same move, and ended it. */
  | { readonly kind: "completed_before" }
  /** Rows are missing or too many; nothing was changed. */
  | { readonly kind: "incomplete"; readonly table: PagedTable; readonly rows: number; readonly expected: number };

/** How far a table has come. */
export interface ReceivedTable extends TableSize {
  readonly table: PagedTable;
  readonly last: KeptRow | null;
}

/** What a store gives to a move, and takes from one. */
export interface ContentsStore {
  survey(): Promise<Survey>;
  /** The next rows of a table that comes in pages; the first without `after`. */
  rowsAfter(table: PagedTable, after: KeptRow | null): Promise<RowPage>;
  remainder(): Promise<Remainder>;
  /**
   * Has the store filled by a move, and closed to everything else until that is complete: whoever opens it is refused, and a
   * move of the same origin goes on where this one ended.
   */
  receive(origin: Origin): Promise<Reception>;
  /** Adds rows; those that are there already stay. */
  put(table: PagedTable, rows: readonly KeptRow[]): Promise<void>;
  /** Ends the move in one transaction, after which everybody finds all of it. */
  complete(remainder: Remainder): Promise<Completion>;
}
