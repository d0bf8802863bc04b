/** The rows of all tables, read from one store and written to another. */
import { asc, count, type SQLWrapper, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  type ContentsReads,
  type ContentsStore,
  type KeptRow,
  PAGED_TABLES,
  type PagedTable,
  SMALL_TABLES,
  type SmallTable,
  type TableSize,
} from "../contents.ts";
import type { DatabaseAdapter } from "../database.ts";
import type { Sql } from "./dialect.ts";

type TableName = PagedTable | SmallTable;

const EVERY_TABLE: readonly TableName[] = [...PAGED_TABLES, ...SMALL_TABLES];

/** What an empty store may hold: what it made for itself, and links into the console. */
const MAY_BE_THERE: ReadonlySet<TableName> = new Set(["keys", "consoleClaims"]);

/** Rows that are read at a time, and those that one statement writes: SQLite binds 32,766 values at most. */
const PAGE = 1024;
const BATCH = 256;

export function createContents(database: DatabaseAdapter): ContentsStore {
  return {
    read: (use) => database.read((sql) => use(readsOf(sql))),
    fill: (work) =>
      database.write("reviews", async (sql) => {
        const sizes = (await sizesOf(sql, EVERY_TABLE)).filter(({ rows }) => rows > 0);
        if (sizes.some(({ table }) => !MAY_BE_THERE.has(table))) return { kind: "not_empty", sizes };
        for (const table of MAY_BE_THERE) await sql.db.delete(sql.tables[table]);
        const result = await work((table, rows) => insert(sql, table, rows));
        await database.continueNumbers(sql);
        return { kind: "filled", result };
      }),
  };
}

function readsOf(sql: Sql): ContentsReads {
  return {
    async survey() {
      const [state] = await sql.db.select().from(sql.tables.edition);
      return { revision: state?.revision ?? 0, sizes: await sizesOf(sql, EVERY_TABLE) };
    },
    rowsAfter: (table, after) => rowsAfter(sql, table, after),
    rowsOf: async (table) => await sql.db.select().from(sql.tables[table]),
  };
}

function sizesOf(sql: Sql, names: readonly TableName[]): Promise<TableSize[]> {
  return inTurn(names, async (table) => ({ table, rows: await sizeOf(sql, table) }));
}

async function sizeOf({ db, tables }: Sql, table: TableName): Promise<number> {
  const [size] = await db.select({ rows: count() }).from(tables[table]);
  return size?.rows ?? 0;
}

async function rowsAfter(sql: Sql, table: PagedTable, after: KeptRow | null): Promise<KeptRow[]> {
  const keys = keyOf(sql, table);
  const rows = sql.db.select().from(sql.tables[table]).$dynamic();
  const wanted = after === null ? rows : rows.where(isBeyond(keys, after));
  return await wanted.orderBy(...keys.map(({ column }) => asc(column))).limit(PAGE);
}

async function insert({ db, tables }: Sql, table: TableName, rows: readonly KeptRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await db.insert(tables[table]).values(batch as never);
  }
}

interface KeyColumn {
  /** Name of the row's member. */
  readonly member: string;
  readonly column: AnySQLiteColumn;
}

/** The columns by which a table is walked. */
function keyOf({ tables }: Sql, table: PagedTable): readonly KeyColumn[] {
  switch (table) {
    case "reviews":
    case "changes":
      return [{ member: "number", column: tables[table].number }];
    case "removals":
    case "withdrawals":
      return [{ member: "id", column: tables[table].id }];
    case "revisions":
      return [{ member: "revision", column: tables.revisions.revision }];
    case "photoFiles":
      return [{ member: "name", column: tables.photoFiles.name }];
    case "logEntries":
      return [{ member: "n", column: tables.logEntries.n }];
    case "logHashes":
      return [
        { member: "level", column: tables.logHashes.level },
        { member: "n", column: tables.logHashes.n },
      ];
    case "beforeImages":
      return [
        { member: "revision", column: tables.beforeImages.revision },
        { member: "reviewId", column: tables.beforeImages.reviewId },
      ];
  }
}

function isBeyond(keys: readonly KeyColumn[], after: KeptRow) {
  const list = (parts: readonly SQLWrapper[]) => sql.join([...parts], sql`, `);
  const columns = list(keys.map(({ column }) => sql`${column}`));
  const values = list(keys.map(({ member }) => sql`${after[member]}`));
  return sql`(${columns}) > (${values})`;
}

/** One after the other: they share a connection. */
async function inTurn<Given, Made>(given: readonly Given[], make: (each: Given) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const each of given) made.push(await make(each));
  return made;
}
