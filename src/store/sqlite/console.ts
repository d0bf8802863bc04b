/** The console's people over a connection. */
import type { ConsoleStore } from "../mod.ts";
import { consoleReads, consoleWrites } from "../queries/console.ts";
import type { Connection } from "./connection.ts";
import { sqlOver } from "./queries.ts";

/** Who may log in, and how. */
export function createConsoleRows(connection: Connection): ConsoleStore {
  const sql = sqlOver(connection);
  return {
    read: (work) => connection.read(() => work(consoleReads(sql, connection.now()))),
    write: (work) => connection.write(() => work(consoleWrites(sql, connection.now()))),
  };
}
