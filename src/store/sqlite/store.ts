/** The store in an open database file. */
import { randomBytes } from "node:crypto";
import { GoodwordError } from "../../errors.ts";
import type { Clock } from "../../platform.ts";
import { systemClock, writeAtomically } from "../../system.ts";
import type { DatabaseAdapter } from "../database.ts";
import type { Transaction } from "../queries/dialect.ts";
import { reviewWrites } from "../queries/review_writes.ts";
import { createStore, type OpenOptions, type Store } from "../store.ts";
import { Connection } from "./connection.ts";
import { type DatabaseFile, explainDatabaseError, pragma, sqliteCode } from "./database_file.ts";
import { sqlOver } from "./dialect.ts";
import { logFilesOf } from "./log_files.ts";
import { openTemporaryDatabase } from "./temporary_database.ts";

export interface SqliteOptions extends Pick<OpenOptions, "lockTimeoutMs"> {
  readonly clock?: Pick<Clock, "now" | "after">;
}

export function storeOver(file: DatabaseFile, options: SqliteOptions): Store {
  return createStore(databaseOver(file, options));
}

/** A file belongs to one server, which has no others to notify. */
async function hint(): Promise<void> {}

export function databaseOver(
  file: DatabaseFile,
  { clock = systemClock, lockTimeoutMs = 0 }: SqliteOptions,
): DatabaseAdapter {
  const path = file.filename;
  const connection = new Connection(file, { clock, lockTimeoutMs });
  const sql = sqlOver(file);
  const explained = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explainDatabaseError(path, error);
    }
  };
  const exclusively = <T>(work: () => T | Promise<T>) => explained(() => connection.exclusively(work));
  return {
    read: (work) => explained(() => connection.read(() => work({ ...sql, hint, now: connection.now(), onErase() {} }))),
    async write(_name, work, durability) {
      let hasErased = false;
      const onErase = () => {
        hasErased = true;
      };
      const writing = async () => {
        const transaction = { ...sql, hint, now: connection.now(), onErase };
        const result = await work(transaction);
        // Before the commit: a process that is killed between the two has never erased without a record.
        if (hasErased) await keepLedger(path, transaction);
        return result;
      };
      const result = await explained(() => connection.write(writing, durability));
      if (hasErased) {
        // Free pages are overwritten by SQLite, which `secure_delete` has it do; the log still holds them.
        await connection.emptyLog();
        (await import("./replace_file.ts")).removeReplacedFiles(path);
      }
      return result;
    },
    ask: (work) => exclusively(() => work(sql)),
    changed: (since) =>
      exclusively(() => {
        // The version differs whenever another connection has changed the database; asking costs a microsecond.
        const mark = `${pragma(file, "data_version")}/${connection.commits}`;
        return mark === since ? null : mark;
      }),
    listen: async () => null,
    now: async () => connection.now(),
    activation: null,
    publications: null,
    openTemporary: openTemporaryDatabase,
    logCopy: logFilesOf(path),
    // SQLite numbers by the rows that it has.
    continueNumbers: async () => {},
    withoutValues(error) {
      const code = sqliteCode(error) ?? "internal error";
      return new GoodwordError("database", `Cannot write to the database: ${code}`, { cause: error });
    },
    // SQLite refuses a file that is not empty.
    copyTo: (target) => exclusively(() => void file.run("VACUUM INTO ?", [target])),
    faults: () => exclusively(() => integrityFaults(file)),
    [Symbol.asyncDispose]: () => connection.exclusively(() => file.close()),
  };
}

/** Writes digests of all erasures to a file beside the database, from which a recovery repeats them. */
async function keepLedger(path: string, transaction: Transaction): Promise<void> {
  if (path === ":memory:" || path === "") return;
  const { readErasures, writeLedger } = await import("../erasures.ts");
  const writes = reviewWrites(transaction);
  const key = await writes.makeSetting("erasure_key", randomBytes(32).toString("hex"));
  const ledger = writeLedger(await readErasures(writes, key));
  writeAtomically(`${path}.erased`, ledger, { mode: 0o600, isDurable: true });
}

function integrityFaults(file: DatabaseFile): string[] {
  const rows = file.query<{ integrity_check: string }, []>("PRAGMA integrity_check(10)").all();
  const findings = rows.map(({ integrity_check }) => integrity_check);
  const orphans = file.query("PRAGMA foreign_key_check").all();
  return [...findings.filter((finding) => finding !== "ok"), ...orphans.map(() => "a row references a missing row")];
}
