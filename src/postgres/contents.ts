/**
 * All rows of a PostgreSQL database, for a move into it or out of it.
 *
 * @module
 */
import { createContents, literal, query, type RunQuery } from "../sql/mod.ts";
import type { ContentsStore } from "../store/mod.ts";
import type { Connection } from "./connection.ts";
import { sqlOver } from "./dialect.ts";
import { SCHEMA_VERSION, UNFINISHED_MOVE } from "./schema_version.ts";

/** The contents over a connection. A database that a move has not filled has a version that no release opens. */
export function createDatabaseContents(connection: Connection): ContentsStore {
  return createContents({
    read: (work) => connection.read(({ client }) => work(sqlOver(client))),
    write: (work) => connection.write("reviews", ({ client }) => work(sqlOver(client))),
    close: async ({ run }) =>
      void (await run(query`update schema_version set version = ${UNFINISHED_MOVE + SCHEMA_VERSION}`)),
    async open({ run }) {
      await continueNumbers(run);
      await run(query`update schema_version set version = ${SCHEMA_VERSION}`);
    },
  });
}

interface NumberedColumn {
  readonly table: string;
  readonly column: string;
}

/** Rows that were given numbers have not moved the sequences which number new ones. */
async function continueNumbers(run: RunQuery): Promise<void> {
  const columns = await run<NumberedColumn>(
    query`select table_name as "table", column_name as "column" from information_schema.columns
      where is_identity = 'YES' and table_schema = current_schema()`,
  );
  for (const { table, column } of columns) {
    const greatest = literal(`(select max("${column}") from "${table}")`);
    await run(
      query`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(${greatest}, 1), ${greatest} is not null)`,
    );
  }
}
