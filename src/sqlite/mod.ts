/**
 * SQLite, and nothing else that keeps: the database file with its pragmas, migrations, locks and copies, and the thread that
 * keeps the hub's rows.
 *
 * In: a path. Out: a store over it. Never: what a review means, who asks.
 *
 * @module
 */
export { openDatabase } from "./database.ts";
export type { SqliteStore } from "./store.ts";
