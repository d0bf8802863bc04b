/**
 * All rows of a file, for a move into it or out of it.
 *
 * @module
 */
import { createContents } from "../sql/mod.ts";
import type { ContentsStore } from "../store/mod.ts";
import type { Connection } from "./connection.ts";
import { sqlOver } from "./dialect.ts";
import { SCHEMA_VERSION, UNFINISHED_MOVE } from "./inspect_database.ts";

/** The contents over a connection. A file that a move has not filled has a version that no release opens. */
export function createFileContents(connection: Connection): ContentsStore {
  const sql = sqlOver(connection);
  const setVersion = async (version: number) => void connection.file.run(`PRAGMA user_version = ${version}`);
  return createContents({
    read: (work) => connection.read(() => work(sql)),
    write: (work) => connection.write(() => work(sql)),
    close: () => setVersion(UNFINISHED_MOVE + SCHEMA_VERSION),
    open: () => setVersion(SCHEMA_VERSION),
  });
}
