/** What differs between the dialects of SQL: a few fragments. Queries are written once, and typed as SQLite's. */
import { count, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { BaseSQLiteDatabase, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "./schema.ts";
import type { Upsert } from "./upsert.ts";

/** Builders of queries. Await what they build: a dialect may have no other way to run it. */
export type SqlDatabase = BaseSQLiteDatabase<"sync" | "async", unknown, Record<string, unknown>>;

export interface Dialect {
  /** Follows a table's name where an index is to be used, come what may. */
  indexedBy(index: string): SQL;
  /** A table `wanted` with a column `value`, one row for each element: texts, or lists, whose elements are read by `value ->> 0`. */
  wanted(of: "texts" | "lists", elements: readonly unknown[]): SQL;
  isOneOf(column: SQLWrapper, list: List): SQL;
  contains(text: SQLWrapper, part: SQLWrapper): SQL;
  later(one: SQLWrapper, other: SQLWrapper): SQL;
  /** Saves rows whole, in the place of those with the same key, as quickly as the driver can. */
  upsertAll<Row extends object>(db: SqlDatabase, upsert: Upsert<Row>): Promise<void>;
}

type List = readonly unknown[] | Placeholder;

/** A list as JSON: a driver may take an array for something else. */
export function asJson(list: List): SQL {
  return sql`${Array.isArray(list) ? JSON.stringify(list) : list}`;
}

interface Preparable<Result> {
  prepare(): { execute(values: Record<string, unknown>): Result };
}

/** A query built once for each connection, for what runs many times a second: building it costs more than running it. */
export function builtOnce<Result>(build: (connection: Sql) => Preparable<Result>) {
  const queries = new WeakMap<SqlDatabase, ReturnType<Preparable<Result>["prepare"]>>();
  return async (connection: Sql, values: Record<string, unknown>): Promise<Awaited<Result>> => {
    const query = queries.get(connection.db) ?? build(connection).prepare();
    queries.set(connection.db, query);
    return await query.execute(values);
  };
}

export interface Sql {
  readonly db: SqlDatabase;
  readonly tables: Tables;
  readonly dialect: Dialect;
  /** Runs a statement; its rows are as the driver gives them, under the names that it gives to its columns. */
  rows<Row extends object>(statement: SQL): Promise<Row[]>;
}

export interface SqlAt extends Sql {
  /** Epoch milliseconds by the store's clock; in a transaction when it began, read after every wait for a lock. */
  readonly now: number;
}

export interface Transaction extends SqlAt {
  /** Notes that rows were erased: no copy of their pages may outlive the transaction. */
  onErase(): void;
  hint(): Promise<void>;
}

export async function countRows({ db }: Sql, table: SQLiteTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(table).where(where);
  return row?.count ?? 0;
}
