/**
 * Writes the feed documents of a publication: JSON Feed 1.1 and Atom.
 *
 * In: the business, its newest reviews and removals, its latest changes. Out: documents as text; topics for the hub.
 * Never: who subscribes, how a request is answered.
 *
 * @module
 */
export { atomFeed } from "./atom.ts";
export { FEED_SIZE, type FeedInput } from "./entry.ts";
export { jsonFeed } from "./json_feed.ts";
export * from "./topic.ts";
export { type FeedUpdate, type UpdatesInput, updatesFeed } from "./updates_feed.ts";
