/** SQLite as a dialect of the shared queries. */

import type { Database, SQLQueryBindings } from "bun:sqlite";
import { Column, is, Placeholder, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { AnySQLiteColumn, BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type { Dialect, Sql, SqlDatabase, Upsert } from "../queries/dialect.ts";
import type { DatabaseFile } from "./database_file.ts";
import { tables } from "./tables.ts";

/** A connection in terms of its dialect. */
export function sqlOver(file: DatabaseFile): Sql {
  const db = drizzle({ client: file });
  return {
    db,
    tables,
    dialect,
    rows: async (statement) => db.all(statement),
    prepareRows(query) {
      const statement = query.prepare();
      return async (values) => statement.all(values);
    },
    prepareChange(query) {
      const statement = query.prepare();
      return async (values) => void statement.run(values);
    },
  };
}

const dialect: Dialect = {
  indexedBy: (index) => sql`indexed by ${sql.identifier(index)}`,
  wanted: (_of, json) => sql`json_each(${json}) as wanted`,
  isOneOf: (column, json) => sql`${column} in (select value from json_each(${json}))`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  later: (one, other) => sql`max(${one}, ${other})`,
  forUpdateSkipLocked: (select) => select,
  async upsertAll(db, upsert) {
    if (upsert.rows.length === 0) return;
    const write = preparedUpsert(db as SyncDatabase, upsert);
    // Not awaited one by one: nothing else may use the connection anyway.
    for (const [at, row] of upsert.rows.entries()) {
      write(row);
      upsert.onProgress?.(at + 1);
    }
  },
};

type SyncDatabase = BaseSQLiteDatabase<"sync", unknown, Record<string, unknown>> &
  SqlDatabase & { readonly $client: Database };

/** The statement is Drizzle's, and bound without it: what it does for each row takes longer than the database does. */
function preparedUpsert<Row extends object>(
  db: SyncDatabase,
  { table, key, columns, onConflict }: Upsert<Row>,
): (row: Row) => void {
  const named = Object.entries<AnySQLiteColumn>(columns);
  const { sql: text, params } = db
    .insert(table)
    .values(Object.fromEntries(named.map(([name]) => [name, sql`${sql.placeholder(name)}`])))
    .onConflictDoUpdate({
      target: key,
      set: Object.fromEntries(
        named.map(([name, column]) => [name, onConflict?.[name] ?? sql.raw(`excluded."${column.name}"`)]),
      ),
    })
    .toSQL();
  const bound = params.map((param) => boundBy(param, columns));
  const statement = db.$client.prepare<unknown, SQLQueryBindings[]>(text);
  return (row) => void statement.run(...bound.map((value) => value(row)));
}

/** What a parameter of the statement is for a row. */
function boundBy(
  param: unknown,
  columns: Readonly<Record<string, AnySQLiteColumn>>,
): (row: object) => SQLQueryBindings {
  if (!is(param, Placeholder)) return () => param as SQLQueryBindings;
  const { name } = param;
  const column = columns[name];
  if (column === undefined) throw new Error(`An upsert binds ${name}, which is no column of it`);
  const isPlain = column.mapToDriverValue === Column.prototype.mapToDriverValue;
  return (row) => {
    const value = (row as Readonly<Record<string, unknown>>)[name] ?? null;
    // Drizzle would write an absent value of a JSON column as JSON, the text `null`, which no `IS NULL` finds.
    return (value === null || isPlain ? value : column.mapToDriverValue(value)) as SQLQueryBindings;
  };
}
