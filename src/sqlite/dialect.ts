/**
 * SQLite as a dialect, and a connection to it as the shared queries want it.
 *
 * @module
 */
import { type DriverValueEncoder, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { AnySQLiteColumn, BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type { Dialect, Sql, SqlDatabase, Upsert } from "../sql/mod.ts";
import type { Connection } from "./connection.ts";
import { handwritten } from "./handwritten.ts";
import { tables } from "./tables.ts";

/** A connection in terms of its dialect. */
export function sqlOver({ file, run }: Connection): Sql {
  return {
    db: drizzle({ client: file }),
    tables,
    dialect,
    run,
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
  ...handwritten,
  isOneOf: (column, json) => sql`${column} in (select value from json_each(${json}))`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  later: (one, other) => sql`max(${one}, ${other})`,
  forUpdateSkipLocked: (select) => select,
  async upsertAll(db, upsert) {
    const statement = prepareUpsert(db as SyncDatabase, upsert);
    // Not awaited one by one: nothing else may use the connection anyway.
    for (const [at, row] of upsert.rows.entries()) {
      statement.run(row as Record<string, unknown>);
      upsert.onProgress?.(at + 1);
    }
  },
};

type SyncDatabase = BaseSQLiteDatabase<"sync", unknown, Record<string, unknown>> & SqlDatabase;

function prepareUpsert<Row extends object>(db: SyncDatabase, { table, key, columns, onConflict }: Upsert<Row>) {
  const named = Object.entries<AnySQLiteColumn>(columns);
  return db
    .insert(table)
    .values(Object.fromEntries(named.map(([name, column]) => [name, boundValue(name, column)])))
    .onConflictDoUpdate({
      target: key,
      set: Object.fromEntries(
        named.map(([name, column]) => [name, onConflict?.[name] ?? sql.raw(`excluded."${column.name}"`)]),
      ),
    })
    .prepare();
}

/** Drizzle would write an absent value of a JSON column as JSON, the text `null`, which no `IS NULL` finds. */
function boundValue(name: string, column: DriverValueEncoder<unknown, unknown>): SQL {
  const encoder = { mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)) };
  return sql`${sql.param(sql.placeholder(name), encoder)}`;
}
