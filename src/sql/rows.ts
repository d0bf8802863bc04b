/**
 * Rows by place, as SQLite gives them, for the few queries that also run before Drizzle is loaded.
 *
 * @module
 */
import { sql } from "drizzle-orm";
import type { Store } from "../store/store.ts";

/** The rows of a query. Question marks in it stand for the values. */
export type ReadRows = <Row extends unknown[]>(query: string, ...values: readonly (string | number)[]) => Row[];

/** The rows of an open store. */
export function rowsOf(store: Store): ReadRows {
  return (query, ...values) => {
    const [start = "", ...parts] = query.split("?");
    const rest = parts.map((part, at) => sql`${values[at]}${sql.raw(part)}`);
    return store.values(sql.join([sql.raw(start), ...rest]));
  };
}
