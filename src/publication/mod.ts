/**
 * Builds what the public may see at one revision, and answers every question about it from memory.
 *
 * In: an edition read from the store. Out: an immutable {@link Publication}.
 * Never: the database, a request, the format of a feed or page.
 *
 * @module
 */
export * from "./publication.ts";
export * from "./search_query.ts";
