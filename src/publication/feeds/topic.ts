/** Which documents are feeds, and which are topics: documents that subscribers are pushed, exactly as a GET of them answers. */
import { PATHS } from "../../http/paths.ts";
import { atomFeed } from "./atom.ts";
import type { FeedInput } from "./entry.ts";
import { jsonFeed } from "./json_feed.ts";

/** A format of the feed of the newest reviews. */
export interface FeedFormat {
  readonly path: string;
  readonly mediaType: string;
  /** What the reference says of it, and by which id of its operation. */
  readonly operation: string;
  readonly title: string;
  readonly content: string;
  write(input: FeedInput): string;
}

/** Every format; the hub serves each as a topic. */
export const FEED_FORMATS = [
  {
    path: PATHS.jsonFeed,
    mediaType: "application/json",
    operation: "getJsonFeed",
    title: "JSON Feed 1.1",
    content: "A JSON Feed",
    write: jsonFeed,
  },
  {
    path: PATHS.atomFeed,
    mediaType: "application/atom+xml",
    operation: "getAtomFeed",
    title: "Atom",
    content: "An Atom document, RFC 4287",
    write: atomFeed,
  },
] as const satisfies readonly FeedFormat[];

/** Paths of the WebSub topics, relative to the base URL; the latest format first. */
export const TOPIC_PATHS = [...FEED_FORMATS.map(({ path }) => path).reverse(), PATHS.reviews, PATHS.updates] as const;
/** One of {@link TOPIC_PATHS}. */
export type TopicPath = (typeof TOPIC_PATHS)[number];

/** A WebSub topic as it is served right now. */
export interface Topic {
  readonly path: TopicPath;
  /** Absolute, made from the base URL: the document's rel=self. */
  readonly url: string;
  /** The Content-Type of a GET of the topic, to the letter. */
  readonly contentType: string;
  /** The identity-coded bytes of a GET of the topic. */
  readonly body: Blob;
  /** Digest of `body`: two topics are equal when their digests are. */
  readonly digest: string;
}
