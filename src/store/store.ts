/**
 * The open database, as every function of this folder takes it, and how it may be opened.
 *
 * @module
 */
import type { BaseSQLiteDatabase } from "drizzle-orm/sqlite-core";
import type * as schema from "../sql/schema.ts";

/** A database or a transaction in it, as Drizzle sees any SQLite. */
export type Store = BaseSQLiteDatabase<"sync", void, typeof schema>;

export interface OpenOptions {
  /** How long a write waits for another process's, in milliseconds; a server must not wait, a command may. Default 0. */
  readonly busyTimeoutMs?: number;
  /** Whether a missing file is made. Default true. */
  readonly create?: boolean;
  /** Open for reading only; the schema must be up to date already. Default false. */
  readonly readonly?: boolean;
}
