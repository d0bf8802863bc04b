/** SQLite as a dialect of the shared queries. */

import type { Database, SQLQueryBindings } from "bun:sqlite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { asJson, type Dialect, type Sql, type SqlDatabase } from "../queries/dialect.ts";
import { upsertOf, writtenColumns } from "../queries/upsert.ts";
import type { DatabaseFile } from "./database_file.ts";
import { tables } from "./tables.ts";

export function sqlOver(file: DatabaseFile): Sql {
  const db = drizzle({ client: file });
  return {
    db,
    tables,
    dialect,
    rows: async (statement) => db.all(statement),
  };
}

const dialect: Dialect = {
  indexedBy: (index) => sql`indexed by ${sql.identifier(index)}`,
  wanted: (_of, elements) => sql`json_each(${asJson(elements)}) as wanted`,
  isOneOf: (column, list) => sql`${column} in (select value from json_each(${asJson(list)}))`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  later: (one, other) => sql`max(${one}, ${other})`,
  // Bound row by row: to take its columns out of JSON, SQLite needs several times as long.
  async upsertAll(db, upsert) {
    if (upsert.rows.length === 0) return;
    const columns = writtenColumns(upsert);
    const values = upsertOf(upsert, sql`values (${sql.raw(columns.map(() => "?").join(", "))})`);
    const { sql: text } = new SQLiteSyncDialect().sqlToQuery(values);
    const statement = (db as ClientDatabase).$client.prepare<unknown, SQLQueryBindings[]>(text);
    // Not awaited one by one: nothing else may use the connection anyway.
    for (const [at, row] of upsert.rows.entries()) {
      statement.run(...columns.map((each) => each.read(row) as SQLQueryBindings));
      upsert.onProgress?.(at + 1);
    }
  },
};

type ClientDatabase = SqlDatabase & { readonly $client: Database };
