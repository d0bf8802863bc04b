/** The migrations of every database know each column that the tables declare; `bun run migrate` writes what is missing. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableColumns, getTableName, type Table } from "drizzle-orm";
import { artefactPieces, artefacts, fleet, tables as shared } from "../../src/store/postgres/tables.ts";
import { tables } from "../../src/store/sqlite/tables.ts";
import { ROOT } from "../support/source_files.ts";

// The list of businesses is created when it is opened, and is not part of a store.
const { businesses: _, ...ofSqlite } = tables;
const { businesses: __, ...sharedInStores } = shared;
const ofPostgres = { ...sharedInStores, fleet, artefacts, artefactPieces };

type Columns = Readonly<Record<string, readonly string[]>>;

function declared(tables: Readonly<Record<string, unknown>>): Columns {
  const named = Object.values(tables).map((table) => {
    const columns = Object.values(getTableColumns(table as Table));
    return [getTableName(table as Table), columns.map(({ name }) => name).sort()] as const;
  });
  return Object.fromEntries(named.sort());
}

/** The columns after the last migration of a folder. */
function migrated(folder: string): Columns {
  const meta = join(ROOT, folder, "meta");
  const last =
    readdirSync(meta)
      .filter((name) => name.endsWith("_snapshot.json"))
      .sort()
      .at(-1) ?? "";
  const { tables } = JSON.parse(readFileSync(join(meta, last), "utf8"));
  const named = Object.values(tables as Record<string, { name: string; columns: object }>).map(({ name, columns }) => {
    return [name, Object.keys(columns).sort()] as const;
  });
  return Object.fromEntries(named.sort());
}

test.each([
  ["SQLite", ofSqlite, "drizzle"],
  ["PostgreSQL", ofPostgres, "drizzle/postgres"],
] as const)("the migrations of %s make every column of every table", (_database, tables, folder) => {
  expect(migrated(folder)).toEqual(declared(tables));
});
