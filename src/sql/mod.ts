/**
 * What is kept, as tables and queries that any dialect of SQL understands.
 *
 * In: rows to keep, questions of the store. Out: rows. Never: which database this is, how it is opened, what a row decides.
 *
 * @module
 */
export * as schema from "./schema.ts";
