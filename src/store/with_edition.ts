/**
 * The edition of an open store, in one read transaction.
 *
 * @module
 */
import { type Edition, type ReadOptions, readEdition } from "./read_edition.ts";
import { rowsOf } from "./rows.ts";
import type { Store } from "./store.ts";

/** Calls `use` with the edition as it is now; the edition must not be kept beyond the call. */
export function withEdition<T>(store: Store, use: (edition: Edition) => T, options: ReadOptions = {}): T {
  return store.transaction((transaction) => use(readEdition(rowsOf(transaction), options)), { behavior: "deferred" });
}
