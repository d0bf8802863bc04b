/** All that is kept, as rows that another store takes over whole: for a move from one database to another, and for backups. */
import { asc, getTableColumns, type SQLWrapper, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { DatabaseAdapter } from "../database.ts";
import { countRows, type Sql } from "./dialect.ts";
import { readState } from "./editions.ts";
import type { Tables } from "./schema.ts";

/** All tables but the list of businesses, which is no store's own. */
type TableName = Exclude<keyof Tables, "businesses">;

/** What an empty store may hold: what it made for itself, and links into the console. */
const MAY_BE_THERE: ReadonlySet<TableName> = new Set(["keys", "consoleClaims"]);

const KEYS: Partial<Record<TableName, readonly string[]>> = {
  beforeImages: ["revision", "reviewId"],
  logHashes: ["level", "n"],
  idempotency: ["token", "key"],
};

/** Rows that are read at a time, and those that one statement writes: SQLite binds 32,766 values at most. */
const PAGE_ROWS = 1024;
const BATCH_ROWS = 256;

export type ContentRow = Readonly<Record<string, unknown>>;

interface TableSize {
  readonly table: TableName;
  readonly rows: number;
}

/** The outcome of a move. Unless it is `moved`, the target is unchanged. */
export type MoveOutcome =
  | { readonly kind: "moved"; readonly revision: number; readonly sizes: readonly TableSize[] }
  | { readonly kind: "not_empty"; readonly sizes: readonly TableSize[] }
  | { readonly kind: "changed"; readonly begun: number; readonly now: number };

interface MoveOptions {
  readonly from: Pick<Contents, "read">;
  readonly to: Contents;
  /** Whether the source may change during the move, which copies its state at the beginning. Default false. */
  readonly mayChange?: boolean;
  readonly onBegin?: (total: number) => (done: number) => void;
}

export async function moveContents({ from, to, mayChange = false, onBegin }: MoveOptions): Promise<MoveOutcome> {
  try {
    return await to.fill(async (put) => {
      const moved = await from.read(async (source) => {
        const revision = await source.revision();
        const sizes = await source.sizes();
        const report = onBegin?.(sizes.reduce((sum, { rows }) => sum + rows, 0));
        let done = 0;
        for (const table of source.tables) {
          for await (const rows of source.pages(table)) {
            await put(table, rows);
            done += rows.length;
            report?.(done);
          }
        }
        return { kind: "moved", revision, sizes } as const;
      });
      const now = await from.read((source) => source.revision());
      if (!mayChange && now !== moved.revision) throw new Changed(moved.revision, now);
      return moved;
    });
  } catch (error) {
    if (error instanceof Changed) return { kind: "changed", begun: error.begun, now: error.now };
    throw error;
  }
}

class Changed extends Error {
  constructor(
    readonly begun: number,
    readonly now: number,
  ) {
    super("The source of a move was changed");
  }
}

export class Contents {
  constructor(private readonly database: Pick<DatabaseAdapter, "read" | "write" | "continueNumbers">) {}

  read<T>(use: (contents: ContentsReads) => Promise<T>): Promise<T> {
    return this.database.read((sql) => use(new ContentsReads(sql)));
  }

  /** Calls `work` to fill an empty store, in one transaction: if it throws, or the process is killed, the store stays empty. */
  fill<T>(
    work: (put: (table: TableName, rows: readonly ContentRow[]) => Promise<void>) => Promise<T>,
  ): Promise<T | { readonly kind: "not_empty"; readonly sizes: readonly TableSize[] }> {
    return this.database.write("reviews", async (sql) => {
      const sizes = (await new ContentsReads(sql).sizes()).filter(({ rows }) => rows > 0);
      if (sizes.some(({ table }) => !MAY_BE_THERE.has(table))) return { kind: "not_empty", sizes };
      for (const table of MAY_BE_THERE) await sql.db.delete(sql.tables[table]);
      const result = await work(async (table, rows) => {
        for (let start = 0; start < rows.length; start += BATCH_ROWS) {
          await sql.db.insert(sql.tables[table]).values(rows.slice(start, start + BATCH_ROWS) as never);
        }
      });
      await this.database.continueNumbers(sql);
      return result;
    });
  }
}

class ContentsReads {
  readonly tables: readonly TableName[];

  constructor(private readonly sql: Sql) {
    this.tables = Object.keys(sql.tables).filter((name) => name !== "businesses") as TableName[];
  }

  async revision(): Promise<number> {
    return (await readState(this.sql)).revision;
  }

  async sizes(): Promise<readonly TableSize[]> {
    const sizes: TableSize[] = [];
    for (const table of this.tables) sizes.push({ table, rows: await countRows(this.sql, this.sql.tables[table]) });
    return sizes;
  }

  async *pages(name: TableName): AsyncGenerator<readonly ContentRow[]> {
    const { db, tables } = this.sql;
    const columns = Object.entries<AnySQLiteColumn>(getTableColumns(tables[name]));
    const key = columns.filter(([member, { primary }]) => KEYS[name]?.includes(member) ?? primary);
    const list = (parts: SQLWrapper[]) => sql.join(parts, sql`, `);
    for (let last: ContentRow | undefined; ; ) {
      const after: ContentRow | undefined = last;
      const isLater =
        after &&
        sql`(${list(key.map(([, column]) => column))}) > (${list(key.map(([member]) => sql`${after[member]}`))})`;
      const rows: readonly ContentRow[] = await db
        .select()
        .from(tables[name])
        .where(isLater)
        .orderBy(...key.map(([, column]) => asc(column)))
        .limit(PAGE_ROWS);
      last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      if (rows.length < PAGE_ROWS) return;
    }
  }
}
