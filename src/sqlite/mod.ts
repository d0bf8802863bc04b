/**
 * The SQLite adapter: the database file with its pragmas, migrations, locks and copies, and the thread that reads and
 * writes the hub's rows.
 *
 * In: a path. Out: a store over it. Never: what a review means, who asks.
 *
 * @module
 */
export { openDatabase } from "./database.ts";
export type { SqliteStore } from "./store.ts";
