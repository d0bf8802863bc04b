/**
 * The tables and queries of the store, for every dialect of SQL.
 *
 * In: rows to write, queries of the store. Out: rows. Never: which database this is, how it is opened, what a row decides.
 *
 * @module
 */
export type { ColumnFactory } from "./column_factory.ts";
export { createContents } from "./contents.ts";
export type { Dialect, HandwrittenDialect, Sql, SqlDatabase, Upsert } from "./dialect.ts";
export { readEdition, readState } from "./edition.ts";
export { literal, type Query, query, type RunQuery, textOf } from "./query.ts";
export { reviewReads } from "./review_reads.ts";
export { reviewWrites } from "./review_writes.ts";
export { defineTables, type Tables } from "./schema.ts";
export { listSubscriptions, removeSubscription } from "./subscription_list.ts";
export { createHubRows, createSubscriptionStore, type HubRows } from "./subscriptions.ts";
