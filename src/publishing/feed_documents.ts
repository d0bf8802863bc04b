/**
 * The two feeds of an edition as documents.
 *
 * @module
 */

import { atomFeed } from "../feeds/atom.ts";
import type { FeedInput } from "../feeds/entry.ts";
import { jsonFeed } from "../feeds/json_feed.ts";
import type { Words } from "../languages/words.ts";
import { reviewJson } from "../publication/review_json.ts";
import type { Business, License, Review } from "../review/mod.ts";
import type { Edition } from "../store/mod.ts";
import type { BodyParts } from "../web/body.ts";
import type { Coding } from "../web/content_coding.ts";
import { type Document, type DocumentHead, makeDocument } from "../web/document.ts";
import { REVISION_HEADER } from "../web/headers.ts";
import { PATHS } from "../web/paths.ts";
import { absoluteUrl, licenseLinks, link, type Site, topicLinks } from "../web/site.ts";
import type { ReviewRecord } from "./records.ts";

/** What both feeds are rendered from. */
export interface FeedParts {
  readonly edition: Edition;
  readonly site: Site;
  /** With its public technicians only. */
  readonly business: Business;
  /** Of the business's language. */
  readonly words: Words;
  readonly newest: readonly ReviewRecord[];
  /** Null where only a part of the content is known. */
  readonly contentDigest: string | null;
  /** The bodies of a document, by coding. */
  readonly code: (bytes: Uint8Array) => ReadonlyMap<Coding, BodyParts>;
}

/** /feed.xml and /api/feed.json. */
export function feedDocuments({ edition, site, business, words, newest, contentDigest, code }: FeedParts): Document[] {
  const { removals, authority, publishedAt } = edition;
  const reviews = newest.map(
    ({ review, mentions }) => JSON.parse(reviewJson({ review, mentions, aspects: [] }, site.baseUrl)) as Review,
  );
  const input: FeedInput = { site, business, words, reviews, removals, authority, publishedAt };
  const head = documentHeads(site, publishedAt, contentDigest, business.license);
  const document = (of: DocumentHead, text: string) => {
    const bytes = new TextEncoder().encode(text);
    return makeDocument(of, bytes, code(bytes));
  };
  return [
    document(head(PATHS.atomFeed, "application/atom+xml"), atomFeed(input)),
    document(head(PATHS.jsonFeed), jsonFeed(input)),
  ];
}

/** What stands at the head of each document of a site. */
export function documentHeads(
  site: Site,
  lastModified: number,
  contentDigest: string | null,
  license: License | null,
): (path: string, contentType?: string) => DocumentHead {
  const description = link(absoluteUrl(site, PATHS.openApi), "service-desc", "application/json");
  const headers = contentDigest === null ? {} : { [REVISION_HEADER]: contentDigest };
  return (path, contentType = "application/json") => {
    const own = path === PATHS.insights ? [] : topicLinks(site, path);
    return { path, contentType, lastModified, links: [...own, description, ...licenseLinks(license)], headers };
  };
}
