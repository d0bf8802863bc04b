import type { BodyParts, Coding } from "../../http/content_coding.ts";
import { REVISION_HEADER } from "../../http/headers.ts";
import { absoluteUrl, licenseLinks, link, PATHS, type Site, topicLinks } from "../../http/paths.ts";
import { type Document, type DocumentHead, makeDocument } from "../../http/representation.ts";
import type { Words } from "../../languages/words.ts";
import type { Business, License } from "../../review/mod.ts";
import type { Edition } from "../../store/mod.ts";
import { utf8Bytes } from "../../utf8.ts";
import type { FeedInput } from "../feeds/atom.ts";
import { FEED_FORMATS } from "../feeds/topic.ts";
import { publicReviews } from "../public_review.ts";
import type { ReviewRecord } from "./review_records.ts";

export interface FeedParts {
  readonly edition: Edition;
  readonly site: Site;
  /** Business with its public technicians only. */
  readonly business: Business;
  readonly words: Words;
  readonly newest: readonly ReviewRecord[];
  readonly contentDigest: string;
  readonly code: (bytes: Uint8Array) => ReadonlyMap<Coding, BodyParts>;
}

export function feedDocuments({ edition, site, business, words, newest, contentDigest, code }: FeedParts): Document[] {
  const { removals, authority, publishedAt } = edition;
  const publicReview = publicReviews(site.baseUrl, business);
  const reviews = newest.map(({ review, mentions }) => publicReview({ review, mentions, aspects: [] }));
  const input: FeedInput = { site, business, words, reviews, removals, authority, publishedAt };
  const head = documentHeads(site, publishedAt, contentDigest, business.license);
  const document = (of: DocumentHead, text: string) => {
    const bytes = utf8Bytes(text);
    return makeDocument(of, bytes, code(bytes));
  };
  return FEED_FORMATS.map(({ path, mediaType, write }) => document(head(path, mediaType), write(input)));
}

export function documentHeads(
  site: Site,
  lastModified: number,
  contentDigest: string | null,
  license: License | null,
): (path: string, contentType?: string) => DocumentHead {
  const description = link(absoluteUrl(site, PATHS.openApi), "service-desc", "application/json");
  const headers = contentDigest === null ? {} : { [REVISION_HEADER]: contentDigest };
  return (path, contentType = "application/json") => {
    const own = path === PATHS.insights || path === PATHS.record ? [] : topicLinks(site, path);
    return { path, contentType, lastModified, links: [...own, description, ...licenseLinks(license)], headers };
  };
}
