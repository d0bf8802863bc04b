/**
 * The store over the database file.
 *
 * @module
 */
import { drizzle } from "drizzle-orm/bun-sqlite";
import { type OpenOptions, type Store, schema } from "../store/mod.ts";
import { type DatabaseFile, openDatabaseFile, waitForOthers } from "./database_file.ts";
import { migrate } from "./migrate.ts";

export { explainDatabaseError } from "./database_error.ts";

/** A store over SQLite, with the connection that its owner has to close. */
export type OpenStore = Store & { readonly $client: DatabaseFile };

/**
 * A store over the file at `path`, or over memory for ":memory:", with the newest schema.
 *
 * @throws {GoodwordError} `database`, naming the file, when it cannot be used
 */
export function openDatabase(path: string, options: OpenOptions = {}): OpenStore {
  const file = openDatabaseFile(path, options);
  if (!options.readonly) migrate(file);
  waitForOthers(file, options.busyTimeoutMs ?? 0);
  return storeOver(file);
}

/** The store over an open file of the newest schema. */
export function storeOver(file: DatabaseFile): OpenStore {
  return drizzle({ client: file, schema });
}

/** Ends the use of a store; its write-ahead log is folded into the file when nobody else has it open. */
export function closeDatabase(store: Store): void {
  (store as unknown as { readonly $client: DatabaseFile }).$client.close();
}
