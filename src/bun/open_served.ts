/**
 * The store that a server serves, in a file or on a PostgreSQL server.
 *
 * @module
 */
import { isServerUrl } from "../config.ts";
import type { Log } from "../platform.ts";
import { openForServing, type ServedStore, type ServingOptions } from "../sqlite/open_for_serving.ts";

/** @throws {GoodwordError} `database`, naming it, when it cannot be used */
export async function openServed(database: string, log: Log, options: ServingOptions): Promise<ServedStore> {
  if (!isServerUrl(database)) return openForServing(database, log, options);
  const { openPostgres } = await import("../postgres/mod.ts");
  const store = await openPostgres(database);
  return {
    // Its locks are held for moments, and wait in the database without holding up anybody here.
    store: Object.assign(store, { path: database, refuseToWait() {} }),
    isReadOnly: false,
    trouble: () => null,
    part() {},
    leave: () => true,
  };
}
