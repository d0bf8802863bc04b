/** All that is kept, as rows that another store takes over whole: for a move from one database to another. */

/**
 * Tables that are moved page by page; while the revision stays, nothing but notes in the log is added to them. In the order in
 * which they are moved.
 */
export const PAGED_TABLES = [
  "reviews",
  "changes",
  "removals",
  "revisions",
  "withdrawals",
  "beforeImages",
  "logEntries",
  "logHashes",
  "photoFiles",
] as const;
export type PagedTable = (typeof PAGED_TABLES)[number];

/** Tables that are moved at once and last: those that change without a new revision, and those that make the rest valid. */
export const LAST_TABLES = [
  "business",
  "subscriptions",
  "pendingVerifications",
  "topicContents",
  "jobs",
  "invitations",
  "messages",
  "jobSeals",
  "unsubscribed",
  "doorTokens",
  "idempotency",
  "contests",
  "reports",
  "policies",
  "notices",
  "consolePeople",
  "consolePasskeys",
  "consoleSessions",
  "consoleClaims",
  "consoleChallenges",
  "consoleTries",
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
interface RowPage {
  readonly origin: Origin;
  /** In the order of the table's key; none after the last. */
  readonly rows: readonly KeptRow[];
}

/** The last tables with their rows, and what else the store holds at that moment. */
export interface Remainder extends Survey {
  readonly tables: readonly { readonly table: LastTable; readonly rows: readonly KeptRow[] }[];
}

/** Whether a store takes a move in. */
export type MoveReadiness =
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
  /** Calls `work` with the contents as they are at one moment, which no write changes. */
  atOneMoment<T>(work: (contents: ContentsStore) => Promise<T>): Promise<T>;
  survey(): Promise<Survey>;
  /** The next rows of a table that comes in pages; the first without `after`. */
  rowsAfter(table: PagedTable, after: KeptRow | null): Promise<RowPage>;
  remainder(): Promise<Remainder>;
  /**
   * Has the store filled by a move, and closed to everything else until that is complete: whoever opens it is refused, and a
   * move of the same origin goes on where this one ended.
   */
  receive(origin: Origin): Promise<MoveReadiness>;
  /** Adds rows; those that are there already stay. */
  put(table: PagedTable, rows: readonly KeptRow[]): Promise<void>;
  /** Ends the move in one transaction, after which everybody finds all of it. */
  complete(remainder: Remainder): Promise<Completion>;
}

/** What became of a move. Unless it is `moved`, nothing was lost, and the target is as it was or unfinished. */
export type MoveOutcome =
  | {
      readonly kind: "moved";
      readonly revision: number;
      readonly isResumed: boolean;
      readonly sizes: readonly TableSize[];
    }
  | { readonly kind: "not_empty"; readonly sizes: readonly TableSize[] }
  /** The target holds part of another move, or of this one at an earlier revision. */
  | { readonly kind: "other_move"; readonly isSameInstallation: boolean; readonly begun: Origin; readonly now: Origin }
  /** The source was written to meanwhile. */
  | { readonly kind: "changed"; readonly begun: Origin; readonly now: Origin }
  | Exclude<Completion, { readonly kind: "complete" }>;

/** Where a move goes, and who is told how far it is. */
interface MoveOptions {
  readonly from: ContentsStore;
  readonly to: ContentsStore;
  /** Called at the start of the pages, with how many rows there are; what it returns, with how many have arrived. */
  readonly onBegin: (total: number) => (done: number) => void;
}

/** Copies everything, and leaves the source as it is. Readers of the target find nothing until they find all of it. */
export async function moveContents({ from, to, onBegin }: MoveOptions): Promise<MoveOutcome> {
  const { origin, sizes } = await from.survey();
  const reception = await to.receive(origin);
  if (reception.kind === "not_empty") return reception;
  if (reception.kind === "other_origin") {
    const isSameInstallation = reception.origin.authority === origin.authority;
    return { kind: "other_move", isSameInstallation, begun: reception.origin, now: origin };
  }
  const changed = await copyPages({ from, to, origin, reception, report: onBegin(rowsInPages(sizes, reception)) });
  if (changed !== null) return { kind: "changed", begun: origin, now: changed };
  const remainder = await from.remainder();
  if (!isSame(remainder.origin, origin)) return { kind: "changed", begun: origin, now: remainder.origin };
  const completion = await to.complete(remainder);
  if (completion.kind !== "complete") return completion;
  return { kind: "moved", revision: origin.revision, isResumed: reception.isResumed, sizes: remainder.sizes };
}

type Ready = Extract<MoveReadiness, { readonly kind: "ready" }>;

interface Copying extends Pick<MoveOptions, "from" | "to"> {
  readonly origin: Origin;
  readonly reception: Ready;
  readonly report: (done: number) => void;
}

/** The state of a source that is not the one that is being moved any more; null once all pages have arrived. */
async function copyPages({ from, to, origin, reception, report }: Copying): Promise<Origin | null> {
  let done = reception.received.reduce((sum, { rows }) => sum + rows, 0);
  report(done);
  for (const { table, last } of reception.received) {
    for (let after = last; ; ) {
      const page = await from.rowsAfter(table, after);
      if (!isSame(page.origin, origin)) return page.origin;
      const next = page.rows.at(-1);
      if (next === undefined) break;
      await to.put(table, page.rows);
      after = next;
      done += page.rows.length;
      report(done);
    }
  }
  return null;
}

function rowsInPages(sizes: readonly TableSize[], { received }: Ready): number {
  const names = new Set<TableSize["table"]>(received.map(({ table }) => table));
  return sizes.reduce((sum, { table, rows }) => sum + (names.has(table) ? rows : 0), 0);
}

function isSame(one: Origin, other: Origin): boolean {
  return one.authority === other.authority && one.revision === other.revision;
}
