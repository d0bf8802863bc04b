import type { SQL as Client } from "bun";
import { sql } from "drizzle-orm";
import type { DatabaseAdapter } from "../database.ts";
import type { Sql, Transaction } from "../queries/dialect.ts";
import { readState } from "../queries/editions.ts";
import { openTemporaryDatabase } from "../sqlite/temporary_database.ts";
import { createStore, type Store } from "../store.ts";
import { CHANNEL, createActivation, hintAt, listenForHints } from "./activation.ts";
import { Connection, ownPools, serverPlaceOf, sharedPools, type UrlPoolOptions, withoutValues } from "./connection.ts";
import { sqlOver } from "./dialect.ts";
import { createSharedPublications } from "./shared_publications.ts";
import { migrateWithin } from "./tables.ts";

interface PostgresOptions extends UrlPoolOptions {
  /** SQL of the store's clock, epoch milliseconds; the database's own when left out. */
  readonly clock?: string;
}

export const CLOCK = "extract(epoch from clock_timestamp()) * 1000";

/** Opens the store at a `postgres://` URL and brings its schema up to date. @throws {GoodwordError} `database` */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const { clock = CLOCK } = options;
  const { serverUrl, schema } = serverPlaceOf(url);
  const { pools, release } = schema === null ? ownPools(url, options) : sharedPools(serverUrl, options);
  const connection = new Connection(pools, { schema, clock });
  try {
    await connection.write("migrations", ({ client }) => migrateWithin(sqlOver(client)));
    return createStore(databaseOver(connection, release));
  } catch (error) {
    await release();
    throw error;
  }
}

export function databaseOver(connection: Connection, release: () => Promise<void>): DatabaseAdapter {
  const { schema } = connection;
  const transactionOf = ({ client, now }: { readonly client: Client; readonly now: number }): Transaction => ({
    ...sqlOver(client),
    now,
    // What is deleted stays in dead rows and in the log until PostgreSQL cleans up: see docs/postgres.md.
    onErase() {},
    hint: () => hintAt(client, schema),
  });
  return {
    read: (work) => connection.read((begun) => work(transactionOf(begun))),
    write: (name, work) => connection.write(name, (begun) => work(transactionOf(begun))),
    ask: (work) => connection.ask((client) => work(sqlOver(client))),
    async changed(since) {
      const { revision } = await connection.ask((client) => readState(sqlOver(client)));
      return revision === since ? null : revision;
    },
    // All schemas share one channel, so each business would be notified of every other's changes.
    listen: async (onHint) => (schema === null ? listenForHints(connection, CHANNEL, onHint) : null),
    now: () => connection.now(),
    activation: createActivation(connection),
    publications: createSharedPublications(connection),
    // Files are read by this process: a table of the database would take each review there and back.
    openTemporary: openTemporaryDatabase,
    logCopy: null,
    continueNumbers,
    withoutValues,
    copyTo: null,
    faults: async () => [],
    [Symbol.asyncDispose]: release,
  };
}

/** Rows that were given numbers have not moved the sequences which number new ones. */
async function continueNumbers({ rows }: Sql): Promise<void> {
  const columns = await rows<{ table: string; column: string }>(
    sql`select table_name as "table", column_name as "column" from information_schema.columns
      where is_identity = 'YES' and table_schema = current_schema()`,
  );
  for (const { table, column } of columns) {
    const greatest = sql`(select max(${sql.identifier(column)}) from ${sql.identifier(table)})`;
    const sequence = sql`pg_get_serial_sequence(${table}, ${column})`;
    await rows(sql`select setval(${sequence}, coalesce(${greatest}, 1), ${greatest} is not null)`);
  }
}
