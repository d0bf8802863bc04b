/**
 * Where the folders along the data flow meet: turns an edition of the store into all that is served at one revision.
 *
 * In: an edition, read in one transaction; the site's address. Out: plain parts, which a worker can transfer, and, built
 * from them, the `Published` that the server answers from.
 * Never: when a revision is built, by which thread, who is notified.
 *
 * @module
 */
export { type AnalysisThreads, analystFor } from "./analyst.ts";
export type { CodedReviews } from "./coded_reviews.ts";
export { logOrigin, type Notary } from "./log_documents.ts";
export { type Publishing, publishEdition } from "./publish_edition.ts";
export { type KeptParts, keptParts, openPublished, type Published, type PublishedParts } from "./published.ts";
