/**
 * Writes the feed documents of a publication: JSON Feed 1.1 and Atom.
 *
 * In: the newest reviews and the business of a publication. Out: documents (bytes, type, digest).
 * Never: who subscribes, how a request is answered.
 *
 * @module
 */
export * from "./topic.ts";
