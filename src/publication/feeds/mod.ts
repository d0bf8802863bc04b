/**
 * Writes the feed documents of a publication: JSON Feed 1.1 and Atom.
 *
 * In: the business, its newest reviews and removals, its latest changes. Out: documents as text; topics for the hub.
 * Never: who subscribes, how a request is answered.
 *
 * @module
 */
export { FEED_SIZE, type FeedInput } from "./atom.ts";
export * from "./topic.ts";
export { type FeedUpdate, updatesFeed } from "./topic.ts";
