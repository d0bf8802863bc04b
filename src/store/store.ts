/**
 * The open database, as every function of this folder takes it.
 *
 * @module
 */
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type * as schema from "./schema.ts";

/** A database or a transaction in it, as Drizzle sees any SQLite. */
export type Store = BaseSQLiteDatabase<"sync", void, typeof schema>;
