/**
 * The store that a server serves, in a file or on a PostgreSQL server, with the lease to serve it.
 *
 * @module
 */
import { isServerUrl } from "../config.ts";
import type { Log } from "../platform.ts";
import { openForServing, type ServedStore, type ServingOptions } from "../sqlite/open_for_serving.ts";
import { LeaseKeeper } from "./activation/lease_keeper.ts";
import { steadyClock, systemRandom } from "./clock.ts";

/** A store, and the lease under which its reviews are served. */
export interface LeasedStore extends ServedStore {
  readonly lease: LeaseKeeper;
}

/** @throws {GoodwordError} `database`, naming it, when it cannot be used */
export async function openServed(database: string, log: Log, options: ServingOptions): Promise<LeasedStore> {
  const served = isServerUrl(database) ? await openServer(database) : await openForServing(database, log, options);
  const server = systemRandom.bytes(8).toHex();
  return { ...served, lease: new LeaseKeeper({ store: served.store.activation, server, clock: steadyClock }) };
}

async function openServer(database: string): Promise<ServedStore> {
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
