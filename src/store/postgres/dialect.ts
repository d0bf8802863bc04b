/** PostgreSQL as a dialect of the shared queries. */

import type { SQL as Client } from "bun";
import { is, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import { PgBigInt53 } from "drizzle-orm/pg-core";
import { asJson, type Dialect, type Sql, type SqlDatabase } from "../queries/dialect.ts";
import { listOf, nameOf, upsertOf, type WrittenColumn, writtenColumns } from "../queries/upsert.ts";
import { tables } from "./tables.ts";

export function sqlOver(client: Client): Sql {
  const db = drizzle({ client });
  return {
    db: db as unknown as SqlDatabase,
    tables,
    dialect,
    rows: async (statement) => [...(await db.execute(statement))] as never,
  };
}

const dialect: Dialect = {
  indexedBy: () => sql``,
  wanted: (of, elements) => {
    const each = sql.raw(of === "texts" ? "jsonb_array_elements_text" : "jsonb_array_elements");
    return sql`${each}(${asJson(elements)}::text::jsonb) as wanted(value)`;
  },
  isOneOf(column, list) {
    const value = is(column, PgBigInt53) ? sql`wanted.value::bigint` : sql`wanted.value`;
    return sql`${column} in (select ${value} from jsonb_array_elements_text(${asJson(list)}::text::jsonb) as wanted(value))`;
  },
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  later: (one, other) => sql`greatest(${one}, ${other})`,
  // One statement and one parameter for many rows.
  async upsertAll(db, upsert) {
    const { rows, onProgress } = upsert;
    const columns = writtenColumns(upsert);
    const names = listOf(columns.map(({ column }) => nameOf(column)));
    const types = listOf(
      columns.map(({ column }) => sql`${nameOf(column)} ${sql.raw(column.getSQLType().replace(/ collate .*/, ""))}`),
    );
    for (let start = 0; start < rows.length; start += BATCH_ROWS) {
      const batch = rows.slice(start, start + BATCH_ROWS);
      const json = JSON.stringify(batch.map((row) => recordOf(columns, row)));
      const given = sql`select ${names} from json_to_recordset(${json}::text::json) as given(${types})`;
      await executed(db, upsertOf(upsert, given));
      onProgress?.(start + batch.length);
    }
  },
};

const BATCH_ROWS = 500;

/** What is left out is null to the database as well, and most of a row is: half of the time to write and parse it. */
function recordOf<Row>(columns: readonly WrittenColumn<Row>[], row: Row): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const { column, read } of columns) {
    const value = read(row);
    if (value !== null) record[column.name] = value;
  }
  return record;
}

function executed(db: SqlDatabase, statement: SQL): Promise<unknown> {
  return (db as unknown as { execute(query: SQL): Promise<unknown> }).execute(statement);
}
