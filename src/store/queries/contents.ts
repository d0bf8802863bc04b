/** The rows of all tables, read from one store and written to another. */
import { asc, count, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  type Completion,
  type ContentsStore,
  type KeptRow,
  LAST_TABLES,
  type LastTable,
  type MoveReadiness,
  type Origin,
  PAGED_TABLES,
  type PagedTable,
  type ReceivedTable,
  type Remainder,
  type Survey,
  type TableSize,
} from "../mod.ts";
import type { Sql } from "./dialect.ts";

type TableName = PagedTable | LastTable;

const EVERY_TABLE: readonly TableName[] = [...PAGED_TABLES, ...LAST_TABLES];

/** What an empty store may hold: what it made for itself, and what a server without reviews has shown. */
const MAY_BE_THERE: ReadonlySet<TableName> = new Set(["keys", "topicContents", "consoleClaims"]);

/** The key under which an unfinished move keeps its origin. */
const MOVED_FROM = "moved_from";

/** Rows that are read at a time, and those that one statement writes: SQLite binds 32,766 values at most. */
const PAGE = 1024;
const BATCH = 256;

/** How an adapter opens transactions, and turns others away from a store that is being filled. */
interface ContentsPlace {
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Within a write: nobody but a move opens the store from now on. */
  close(sql: Sql): Promise<void>;
  /** Within a write: the store is open to all, and gives new rows numbers of their own. */
  open(sql: Sql): Promise<void>;
}

/** The contents of a store. */
export function createContents({ read, write, close, open }: ContentsPlace): ContentsStore {
  return {
    atOneMoment: (use) =>
      read((sql) => {
        const within = <T>(work: (sql: Sql) => Promise<T>) => work(sql);
        return use(createContents({ read: within, write: within, close, open }));
      }),
    survey: () => read(survey),
    rowsAfter: (table, after) =>
      read(async (sql) => ({ origin: await originOf(sql), rows: await rowsAfter(sql, table, after) })),
    remainder: () =>
      read(async (sql) => ({
        ...(await survey(sql)),
        tables: await inTurn(LAST_TABLES, async (table) => ({
          table,
          rows: await sql.db.select().from(sql.tables[table]),
        })),
      })),
    receive: (origin) => write((sql) => receive(sql, origin, close)),
    put: (table, rows) => write((sql) => insert(sql, table, rows)),
    complete: (remainder) => write((sql) => complete(sql, remainder, open)),
  };
}

async function survey(sql: Sql): Promise<Survey> {
  return { origin: await originOf(sql), sizes: await sizesOf(sql, EVERY_TABLE) };
}

async function originOf({ db, tables: { edition, keys } }: Sql): Promise<Origin> {
  const [authority] = await db.select().from(keys).where(eq(keys.name, "authority"));
  const [state] = await db.select().from(edition);
  return { authority: authority?.value ?? "", revision: state?.revision ?? 0 };
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

async function receive(sql: Sql, origin: Origin, close: ContentsPlace["close"]): Promise<MoveReadiness> {
  const { db, tables } = sql;
  const unfinished = await unfinishedMove(sql);
  if (unfinished === null) {
    const sizes = (await sizesOf(sql, EVERY_TABLE)).filter(({ rows }) => rows > 0);
    if (sizes.some(({ table }) => !MAY_BE_THERE.has(table))) return { kind: "not_empty", sizes };
    await db.insert(tables.keys).values({ name: MOVED_FROM, value: JSON.stringify(origin) });
    await close(sql);
  } else if (unfinished.authority !== origin.authority || unfinished.revision !== origin.revision) {
    return { kind: "other_origin", origin: unfinished };
  }
  const received = await inTurn(PAGED_TABLES, (table) => receivedOf(sql, table));
  return { kind: "ready", isResumed: unfinished !== null, received };
}

async function receivedOf(sql: Sql, table: PagedTable): Promise<ReceivedTable> {
  const keys = keyOf(sql, table).map(({ column }) => desc(column));
  const [last = null] = await sql.db
    .select()
    .from(sql.tables[table])
    .orderBy(...keys)
    .limit(1);
  return { table, rows: await sizeOf(sql, table), last };
}

async function unfinishedMove({ db, tables: { keys } }: Sql): Promise<Origin | null> {
  const [kept] = await db.select().from(keys).where(eq(keys.name, MOVED_FROM));
  return kept === undefined ? null : JSON.parse(kept.value);
}

async function insert({ db, tables }: Sql, table: TableName, rows: readonly KeptRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    await db
      .insert(tables[table])
      .values(batch as never)
      .onConflictDoNothing();
  }
}

/** Two moves at once write the same rows, and the first one ends both. */
async function complete(sql: Sql, { sizes, tables }: Remainder, open: ContentsPlace["open"]): Promise<Completion> {
  if ((await unfinishedMove(sql)) === null) return { kind: "completed_before" };
  for (const table of PAGED_TABLES) {
    const rows = await sizeOf(sql, table);
    const expected = sizes.find((each) => each.table === table)?.rows ?? 0;
    if (rows !== expected) return { kind: "incomplete", table, rows, expected };
  }
  for (const table of MAY_BE_THERE) await sql.db.delete(sql.tables[table]);
  for (const { table, rows } of tables) await insert(sql, table, rows);
  await open(sql);
  return { kind: "complete" };
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
