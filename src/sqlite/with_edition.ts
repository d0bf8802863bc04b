/**
 * The edition of an open store, in one read transaction.
 *
 * @module
 */
import { type Edition, readEdition } from "../sql/read_edition.ts";
import { rowsOf } from "../sql/rows.ts";
import type { Store } from "../store/store.ts";

/** Calls `use` with the edition as it is now; the edition must not be kept beyond the call. */
export function withEdition<T>(store: Store, use: (edition: Edition) => T): T {
  return store.transaction((transaction) => use(readEdition(rowsOf(transaction))), { behavior: "deferred" });
}
