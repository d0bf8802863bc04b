/** All that is kept, as rows that another store takes over whole: for a move from one database to another. */

/** Tables that are moved page by page, before all others. */
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

/** Tables that are moved whole. */
export const SMALL_TABLES = [
  "business",
  "subscriptions",
  "jobs",
  "invitations",
  "unsubscribed",
  "jobsTokens",
  "idempotency",
  "contests",
  "reports",
  "policies",
  "outbox",
  "consolePeople",
  "consolePasskeys",
  "consoleSessions",
  "consoleClaims",
  "consoleChallenges",
  "consoleTries",
  "keys",
  "edition",
] as const;
export type SmallTable = (typeof SMALL_TABLES)[number];

/** A row by the names of its columns; values are those of the program, whatever the database makes of them. */
export type KeptRow = Readonly<Record<string, unknown>>;

/** How many rows a table has. */
export interface TableSize {
  readonly table: PagedTable | SmallTable;
  readonly rows: number;
}

/** What a store holds at one moment. */
interface Survey {
  readonly revision: number;
  /** Every table that is moved, in the order in which it is. */
  readonly sizes: readonly TableSize[];
}

/** The rows of a store at one moment. */
export interface ContentsReads {
  survey(): Promise<Survey>;
  /** The next rows of a table in the order of its key, the first without `after`; none after the last. */
  rowsAfter(table: PagedTable, after: KeptRow | null): Promise<readonly KeptRow[]>;
  rowsOf(table: SmallTable): Promise<readonly KeptRow[]>;
}

type PutRows = (table: PagedTable | SmallTable, rows: readonly KeptRow[]) => Promise<void>;

/** A store that was filled, or that held something already and is as it was. */
type Filled<T> =
  | { readonly kind: "filled"; readonly result: T }
  | { readonly kind: "not_empty"; readonly sizes: readonly TableSize[] };

/** What a store gives to a move, and takes from one. */
export interface ContentsStore {
  /** Calls `use` with the contents as they are at one moment, which no write changes. */
  read<T>(use: (contents: ContentsReads) => Promise<T>): Promise<T>;
  /** Calls `work` to fill an empty store, in one transaction: if it throws, or the process is killed, the store stays empty. */
  fill<T>(work: (put: PutRows) => Promise<T>): Promise<Filled<T>>;
}

/** What became of a move. Unless it is `moved`, the target is as it was. */
export type MoveOutcome =
  | { readonly kind: "moved"; readonly revision: number; readonly sizes: readonly TableSize[] }
  | { readonly kind: "not_empty"; readonly sizes: readonly TableSize[] }
  /** The source was changed during the move. */
  | { readonly kind: "changed"; readonly begun: number; readonly now: number };

interface MoveOptions {
  readonly from: ContentsStore;
  readonly to: ContentsStore;
  /** Whether the source may be changed during the move, which takes what was there when it began. Default false. */
  readonly mayChange?: boolean;
  /** Called with the number of rows in pages; the returned function is called with how many have arrived. */
  readonly onBegin?: (total: number) => (done: number) => void;
}

/** Copies everything in one transaction, and leaves the source as it is. */
export async function moveContents(options: MoveOptions): Promise<MoveOutcome> {
  const { from, to, mayChange = false } = options;
  try {
    const filled = await to.fill(async (put) => {
      const moved = await from.read((source) => copyAll(source, put, options.onBegin));
      const now = await from.read((source) => source.survey());
      if (!mayChange && now.revision !== moved.revision) throw new Changed(moved.revision, now.revision);
      return moved;
    });
    return filled.kind === "filled" ? { kind: "moved", ...filled.result } : filled;
  } catch (error) {
    if (error instanceof Changed) return { kind: "changed", begun: error.begun, now: error.now };
    throw error;
  }
}

/** Undoes the transaction of a move. */
class Changed extends Error {
  constructor(
    readonly begun: number,
    readonly now: number,
  ) {
    super("The source of a move was changed");
  }
}

async function copyAll(source: ContentsReads, put: PutRows, onBegin: MoveOptions["onBegin"]): Promise<Survey> {
  const survey = await source.survey();
  const paged = new Set<TableSize["table"]>(PAGED_TABLES);
  const report = onBegin?.(survey.sizes.reduce((sum, { table, rows }) => sum + (paged.has(table) ? rows : 0), 0));
  let done = 0;
  for (const table of PAGED_TABLES) {
    for (let after: KeptRow | null = null; ; ) {
      const rows: readonly KeptRow[] = await source.rowsAfter(table, after);
      after = rows.at(-1) ?? null;
      if (after === null) break;
      await put(table, rows);
      done += rows.length;
      report?.(done);
    }
  }
  for (const table of SMALL_TABLES) await put(table, await source.rowsOf(table));
  return survey;
}
