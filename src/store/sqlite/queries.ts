/** SQLite as a dialect of the shared queries, and the parts of the store over it. */

import type { Database, SQLQueryBindings } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { Column, is, Placeholder, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { AnySQLiteColumn, BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import { GoodwordError } from "../../errors.ts";
import type { JobStore } from "../../invitations/mod.ts";
import type { ConsoleStore, ContentsStore, ReviewStore } from "../mod.ts";
import { consoleReads, consoleWrites } from "../queries/console.ts";
import { createContents } from "../queries/contents.ts";
import type { Dialect, Sql, SqlDatabase, Upsert } from "../queries/dialect.ts";
import { jobReads, jobWrites } from "../queries/jobs.ts";
import { reviewReads } from "../queries/review_reads.ts";
import { reviewWrites } from "../queries/review_writes.ts";
import { type Connection, handwritten } from "./connection.ts";
import { type DatabaseFile, sqliteCode } from "./database_file.ts";
import { logCopyOpener } from "./log_files.ts";
import { tables } from "./tables.ts";

/**
 * The review store over a connection. After an erasure the write-ahead log is emptied, too; free pages are overwritten by
 * SQLite, which `secure_delete` has it do.
 */
export function createReviews(connection: Connection): ReviewStore {
  const sql = sqlOver(connection);
  const open = logCopyOpener(connection);
  return {
    read: (work) => connection.read(() => work(reviewReads(sql, connection.now()))),
    async write(work) {
      const result = await erasingWrite(connection, (onErase) => {
        return work(reviewWrites(sql, connection.now(), onErase, open));
      });
      const copy = await open();
      if (copy !== null) await connection.read(() => copy.catchUp(connection.run));
      return result;
    },
  };
}

/** Jobs and invitations over a connection, with erasures of the same kind. */
export function createJobs(connection: Connection): JobStore {
  const sql = sqlOver(connection);
  return {
    read: (work) => connection.read(() => work(jobReads(sql, connection.now()))),
    write: (work) => erasingWrite(connection, (onErase) => work(jobWrites(sql, connection.now(), onErase))),
  };
}

/** Who may log in, and how. */
export function createConsoleRows(connection: Connection): ConsoleStore {
  const sql = sqlOver(connection);
  return {
    read: (work) => connection.read(() => work(consoleReads(sql, connection.now()))),
    write: (work) => connection.write(() => work(consoleWrites(sql, connection.now()))),
  };
}

async function erasingWrite<T>(connection: Connection, work: (onErase: () => void) => Promise<T>): Promise<T> {
  let hasErased = false;
  const onErase = () => {
    hasErased = true;
  };
  const result = await connection.write(async () => {
    const done = await work(onErase);
    if (hasErased) await keepLedger(connection);
    return done;
  });
  if (hasErased) {
    await connection.emptyLog();
    (await import("./replace_file.ts")).removeReplacedFiles(connection.file.filename);
  }
  return result;
}

/**
 * Writes digests of all erasures to a file beside the database, from which a recovery repeats them. Called before the commit:
 * a process that is killed between the two has recorded an erasure that was asked for, and never erased without a record.
 */
async function keepLedger(connection: Connection): Promise<void> {
  const { filename } = connection.file;
  if (filename === ":memory:" || filename === "") return;
  const { readErasures, writeLedger } = await import("../erasures.ts");
  const writes = reviewWrites(sqlOver(connection), connection.now(), () => {});
  const key = await writes.makeSetting("erasure_key", randomBytes(32).toString("hex"));
  const draft = `${filename}.erased.new`;
  writeFileSync(draft, writeLedger(await readErasures(writes, key)), { mode: 0o600, flush: true });
  renameSync(draft, `${filename}.erased`);
}

export function createFileContents(connection: Connection): ContentsStore {
  const sql = sqlOver(connection);
  return createContents({
    read: (work) => connection.read(() => work(sql)),
    write: (work) => connection.write(() => work(sql)),
    // SQLite numbers by what is there.
    continueNumbers: async () => {},
  });
}

/** SQLite's own word for what went wrong, and no more: messages of the layers above hold the values of the statement. */
export function fail(error: unknown): never {
  const code = sqliteCode(error) ?? "internal error";
  throw new GoodwordError("database", `Cannot write to the database: ${code}`, { cause: error });
}

/** Writes one moment of the database to a new file; SQLite refuses a file that holds anything. */
export function copyTo(file: DatabaseFile, path: string): void {
  file.run("VACUUM INTO ?", [path]);
}

/** What is wrong inside the database, one sentence each; empty when it is sound. */
export function integrityFaults(file: DatabaseFile): string[] {
  const rows = file.query<{ integrity_check: string }, []>("PRAGMA integrity_check(10)").all();
  const findings = rows.map(({ integrity_check }) => integrity_check);
  const orphans = file.query("PRAGMA foreign_key_check").all();
  return [...findings.filter((finding) => finding !== "ok"), ...orphans.map(() => "a row references a missing row")];
}

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
