/**
 * A topic: a document that subscribers are pushed, exactly as a GET of it answers.
 *
 * @module
 */
import { PATHS } from "../web/paths.ts";

/** Paths of the WebSub topics, relative to the base URL. */
export const TOPIC_PATHS = [PATHS.atomFeed, PATHS.jsonFeed, PATHS.reviews, PATHS.updates] as const;
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
