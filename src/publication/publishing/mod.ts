/**
 * Where the folders along the data flow meet: turns an edition of the store into all that is served at one revision.
 *
 * In: an edition, read in one transaction; the site's address. Out: plain parts, which also are the bytes of a file,
 * and, over them, the `Published` that the server answers from.
 * Never: when a revision is built, by which thread, who is notified.
 *
 * @module
 */
export { type AnalysisThreads, analystFor } from "./analyst.ts";
export { logOrigin, type Notary } from "./log_documents.ts";
export { decodePublication } from "./publication_bytes.ts";
export { type Publishing, type PublishOptions, publishEdition } from "./publish_edition.ts";
export { documentText, openPublished, type Published, type PublishedParts } from "./published.ts";
