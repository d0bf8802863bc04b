/**
 * Where the folders along the data's way meet: makes of an edition of the store all that readers are given at one revision.
 *
 * In: an edition, read in one transaction; the site's address. Out: plain parts, which a worker can hand over, and of those
 * `Published`, from which the server answers.
 * Never: when a revision is built, by which thread, who is told of it.
 *
 * @module
 */
export { analystFor } from "./analyst.ts";
export { type Publishing, publishEdition } from "./publish_edition.ts";
export { openPublished, type Published, type PublishedParts } from "./published.ts";
