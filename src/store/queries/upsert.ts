/** Saves many rows whole, in the place of those with the same key: one statement, around rows that each database takes its own way. */
import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

export interface Upsert<Row extends object> {
  readonly table: SQLiteTable;
  readonly key: AnySQLiteColumn;
  readonly columns: Readonly<Record<keyof Row & string, AnySQLiteColumn>>;
  readonly rows: readonly Row[];
  /** The new value of a column if the row exists, instead of the given one. The old value is available under the table's name. */
  readonly onConflict?: Readonly<Record<string, SQL>>;
  readonly onProgress?: ((done: number) => void) | undefined;
}

export interface WrittenColumn<Row> {
  readonly column: AnySQLiteColumn;
  /** Null stays null: Drizzle would write an absent value of a JSON column as JSON, the text `null`, which no `IS NULL` finds. */
  read(row: Row): unknown;
}

export function writtenColumns<Row extends object>({ columns }: Upsert<Row>): readonly WrittenColumn<Row>[] {
  return Object.entries<AnySQLiteColumn>(columns).map(([field, column]) => {
    // Most columns take what they are given: asking each for each row would take a third of the client's time.
    const isPlain = column.mapToDriverValue("") === "";
    return {
      column,
      read(row) {
        const value = (row as Readonly<Record<string, unknown>>)[field] ?? null;
        return value === null || isPlain ? value : column.mapToDriverValue(value);
      },
    };
  });
}

/** The whole statement; `rows` gives a value for each column, in their order. */
export function upsertOf<Row extends object>({ table, key, columns, onConflict }: Upsert<Row>, rows: SQL): SQL {
  const named = Object.entries<AnySQLiteColumn>(columns);
  const changes = named.map(([field, column]) => {
    return sql`${nameOf(column)} = ${onConflict?.[field] ?? sql`excluded.${nameOf(column)}`}`;
  });
  return sql`insert into ${table} (${listOf(named.map(([, column]) => nameOf(column)))}) ${rows}
    on conflict (${nameOf(key)}) do update set ${listOf(changes)}`;
}

export function nameOf({ name }: AnySQLiteColumn): SQL {
  return sql`${sql.identifier(name)}`;
}

export function listOf(parts: readonly SQL[]): SQL {
  return sql.join([...parts], sql`, `);
}
