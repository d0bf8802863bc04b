/** A PostgreSQL server that all tests of a file share. */
import { afterAll, test } from "bun:test";
import { SQL } from "bun";
import { type PostgresServer, startPostgres } from "./postgres_server.ts";
import { skipUnless } from "./tools.ts";

interface Database extends AsyncDisposable {
  readonly url: string;
}

/** The server, ended after all tests; null, with a skipped test that names the reason, where there is none. */
export async function sharedPostgres<Server extends PostgresServer = PostgresServer>(
  what: string,
  start: () => Promise<Server | string> = startPostgres as () => Promise<Server | string>,
): Promise<Server | null> {
  const server = await start();
  const isStarted = typeof server !== "string";
  test.skipIf(skipUnless(isStarted, `${what}: ${server}`))("PostgreSQL is at hand", () => {});
  if (!isStarted) return null;
  afterAll(() => server[Symbol.dispose]());
  return server;
}

let databases = 0;

/** An empty database of a test, dropped with whatever is connected to it. */
export async function createDatabase(server: PostgresServer): Promise<Database> {
  const name = `test_${process.pid}_${databases++}`;
  const asAdmin = async (statement: string) => {
    await using admin = new SQL({ url: server.url, max: 1 });
    await admin.unsafe(statement);
  };
  await asAdmin(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = name;
  return { url: url.href, [Symbol.asyncDispose]: () => asAdmin(`drop database ${name} with (force)`) };
}
