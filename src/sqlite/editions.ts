/**
 * Editions over a connection, without Drizzle: a starting server reads one before it loads anything else.
 *
 * @module
 */
import { readEdition, readState } from "../sql/edition.ts";
import { query } from "../sql/query.ts";
import type { EditionStore } from "../store/ports/editions.ts";
import type { Connection } from "./connection.ts";
import { handwritten } from "./handwritten.ts";

/** The edition store over a connection. */
export function createEditions(connection: Connection): EditionStore {
  const { run } = connection;
  return {
    state: () => connection.alone(() => readState(run)),
    changed: (since) =>
      connection.alone(async () => {
        const mark = await changeMark(connection);
        return mark === since ? null : mark;
      }),
    // Asking costs a microsecond.
    listen: async () => null,
    read: (use, options) => connection.read(async () => use(await readEdition(run, handwritten, options))),
  };
}

/** `data_version` differs whenever another connection has changed the database; asking costs a microsecond. */
async function changeMark({ run, commits }: Connection): Promise<string> {
  const [row] = await run<{ data_version: number }>(query`PRAGMA data_version`);
  return `${row?.data_version}/${commits}`;
}
