/** Opens databases: the one place where it matters whether one is a SQLite file or on a PostgreSQL server. */
import { folderPathOf } from "../business_environment.ts";
import { isServerUrl } from "../config.ts";
import type { Log } from "../platform.ts";
import type { BusinessList, Store } from "../store/mod.ts";
import { openBusinessFolder } from "../store/sqlite/business_folder.ts";
import { openDatabaseFile, waitForOthers } from "../store/sqlite/database_file.ts";
import { openForServing, type ServedStore, type ServingOptions } from "../store/sqlite/open_for_serving.ts";
import { storeOver } from "../store/sqlite/store.ts";
import { systemClock } from "./clock.ts";

/** How long a write waits for another process's, in milliseconds; reads do not wait. */
const PATIENCE_MS = 3000;

const postgres = () => import("../store/postgres/mod.ts");

/** A store of a thread's own, apart from that of the event loop. @throws {GoodwordError} `database` when it cannot be opened */
export async function openStore(database: string, patienceMs = PATIENCE_MS): Promise<Store> {
  if (isServerUrl(database)) return (await postgres()).openPostgres(database, { connections: 2 });
  const file = openDatabaseFile(database, { create: false });
  waitForOthers(file, 0);
  return storeOver(file, { clock: systemClock, patienceMs });
}

/** Whether a store is kept between two calls: a file may be renamed or replaced between them, and is opened for each. */
export function staysOpen(database: string): boolean {
  return isServerUrl(database);
}

/** Makes a store where there is none, and brings it up to date. @throws {GoodwordError} `database` when it cannot be opened */
export async function makeStore(database: string): Promise<void> {
  const store = isServerUrl(database)
    ? await (await postgres()).openPostgres(database)
    : (await import("../store/sqlite/mod.ts")).openDatabase(database, { create: true });
  await store[Symbol.asyncDispose]();
}

/** A store to answer readers from, with a watch on its file. */
export interface OpenedStore extends ServedStore {
  /** Whether it is a file: writing it waits for the disk. */
  readonly isFile: boolean;
}

/** @throws {GoodwordError} `database`, naming it, when it cannot be used */
export async function openServed(database: string, log: Log, options: ServingOptions): Promise<OpenedStore> {
  if (!isServerUrl(database)) return { ...openForServing(database, log, options), isFile: true };
  const store = await (await postgres()).openPostgres(database);
  return {
    // Its locks are held for moments, and wait in the database without holding up anybody here.
    store: Object.assign(store, { path: database, refuseToWait() {} }),
    isFile: false,
    isReadOnly: false,
    trouble: () => null,
    setLogAside() {},
  };
}

/** The list of a database that holds many businesses. @throws {GoodwordError} `database` when it cannot be opened */
export async function openBusinessList(database: string): Promise<BusinessList> {
  if (isServerUrl(database)) return (await postgres()).openBusinessSchemas(database);
  return openBusinessFolder(folderPathOf(database));
}
