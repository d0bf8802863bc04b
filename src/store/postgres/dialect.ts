/**
 * PostgreSQL as a dialect, and a connection to it as the shared queries want it. Lists are bound as JSON text: a
 * driver may take JSON for something else.
 */

import type { SQL as Client } from "bun";
import { is, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sql";
import { PgBigInt53 } from "drizzle-orm/pg-core";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Dialect, Sql, SqlDatabase, Upsert } from "../queries/dialect.ts";
import { tables } from "./tables.ts";

/** A transaction in terms of its dialect. Its builders are PostgreSQL's, and awaited as SQLite's would be. */
export function sqlOver(client: Client): Sql {
  const db = drizzle({ client });
  return {
    db: db as unknown as SqlDatabase,
    tables,
    dialect,
    rows: async (statement) => [...(await db.execute(statement))] as never,
    prepareRows: (query) => {
      const statement = prepare(query);
      return async (values) => statement.execute(values) as Promise<never>;
    },
    prepareChange: (query) => {
      const statement = prepare(query);
      return async (values) => void (await statement.execute(values));
    },
  };
}

interface Prepared {
  execute(values?: Record<string, unknown>): Promise<unknown>;
}

/** The driver prepares by the text of a statement; a name is only asked for. */
function prepare(query: unknown): Prepared {
  return (query as { prepare(name: string): Prepared }).prepare("unnamed");
}

const dialect: Dialect = {
  indexedBy: () => sql``,
  wanted: (of, json) =>
    of === "texts"
      ? sql`jsonb_array_elements_text(${json}::text::jsonb) as wanted(value)`
      : sql`jsonb_array_elements(${json}::text::jsonb) as wanted(value)`,
  isOneOf(column, json) {
    const elements = sql`jsonb_array_elements_text(${json}::text::jsonb) as wanted(value)`;
    return isNumber(column)
      ? sql`${column} in (select wanted.value::bigint from ${elements})`
      : sql`${column} in (select wanted.value from ${elements})`;
  },
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  later: (one, other) => sql`greatest(${one}, ${other})`,
  forUpdateSkipLocked: (select) => {
    const lockable = select as { for(strength: "update", config: { readonly skipLocked: true }): typeof select };
    return lockable.for("update", { skipLocked: true });
  },
  async upsertAll(db, upsert) {
    const { rows, onProgress } = upsert;
    for (let start = 0; start < rows.length; start += BATCH) {
      const batch = rows.slice(start, start + BATCH);
      await upsertBatch(db, { ...upsert, rows: batch });
      onProgress?.(start + batch.length);
    }
  },
};

/** Rows that are sent at a time. */
const BATCH = 500;

/** One statement and one parameter, whatever the number of rows. */
async function upsertBatch<Row extends object>(
  db: SqlDatabase,
  { table, key, columns, rows, onConflict }: Upsert<Row>,
): Promise<void> {
  const named = Object.entries<AnySQLiteColumn>(columns);
  const list = (of: (column: AnySQLiteColumn) => string) => sql.raw(named.map(([, column]) => of(column)).join(", "));
  const quoted = ({ name }: AnySQLiteColumn) => `"${name}"`;
  const write = recordWriter(named);
  const json = JSON.stringify(rows.map((row) => write(row as Record<string, unknown>)));
  const types = list((column) => `${quoted(column)} ${column.getSQLType().replace(/ collate .*/, "")}`);
  const statement = sql`insert into ${table} (${list(quoted)})
    select ${list(quoted)} from json_to_recordset(${json}::text::json) as given(${types})
    on conflict (${sql.raw(quoted(key))}) do update
    set ${sql.join(
      named.map(([name, column]) => {
        return sql`${sql.raw(quoted(column))} = ${onConflict?.[name] ?? sql.raw(`excluded.${quoted(column)}`)}`;
      }),
      sql`, `,
    )}`;
  await (db as unknown as { execute(query: typeof statement): Promise<unknown> }).execute(statement);
}

/** Writes rows as the database is given them, by the names of their columns. */
function recordWriter(named: readonly (readonly [string, AnySQLiteColumn])[]) {
  // Most columns take what they are given: asking each for each row would take a third of the client's time.
  const columns = named.map(([field, column]) => {
    return { field, name: column.name, written: column.mapToDriverValue("") === "" ? null : column };
  });
  return (row: Record<string, unknown>): Record<string, unknown> => {
    const record: Record<string, unknown> = {};
    for (const { field, name, written } of columns) {
      const value = row[field] ?? null;
      // What is left out is null to the database as well, and most of a row is: half of the time to write and parse it.
      if (value !== null) record[name] = written === null ? value : written.mapToDriverValue(value);
    }
    return record;
  };
}

function isNumber(column: SQLWrapper): boolean {
  return is(column, PgBigInt53);
}
