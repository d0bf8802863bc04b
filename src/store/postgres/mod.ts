/**
 * PostgreSQL, for several servers on several machines: its connections, locks and clock, and its fragments of the shared
 * queries.
 *
 * In: a URL. Out: a store in that database. Never: what a review means, who asks.
 *
 * @module
 */

export { openBusinessSchemas } from "./business_schemas.ts";
export { openPostgres } from "./store.ts";
