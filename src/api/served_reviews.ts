import { Buffer } from "node:buffer";
import { digestOf } from "../http/digest.ts";
import { COMMON_HEADERS, REVISION_HEADER } from "../http/headers.ts";
import type { Call, ResponseOrPromise } from "../http/operation.ts";
import { absoluteUrl, licenseLinks, link, PATHS, reviewDataPath, reviewPath, type Site } from "../http/paths.ts";
import { plainProblem } from "../http/problem.ts";
import type { Representation } from "../http/representation.ts";
import { prefers } from "../http/request.ts";
import { Content, type ContentParts, respond } from "../http/respond.ts";
import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";

export interface ApiPublished {
  readonly publication: Publication;
  readonly documents: ReadonlyMap<string, Representation>;
}

export interface ServedReviews {
  readonly publication: Publication;
  /** Digest of /reviews.json; "" if that was not built. */
  readonly digest: string;
  readonly site: Site;
}

export function servedReviews({ publication, documents }: ApiPublished, site: Site): ServedReviews {
  return { publication, digest: documents.get(PATHS.reviews)?.digest ?? "", site };
}

type ContentOver = Pick<ContentParts, "digest" | "cacheControl"> & Partial<ContentParts>;

/** JSON with links to the description and the licence by default. */
export function contentOf(
  { publication, site }: Pick<ServedReviews, "publication" | "site">,
  { links = [], headers, ...over }: ContentOver,
): Content {
  return new Content({
    contentType: "application/json",
    lastModified: publication.publishedAt,
    links: [
      ...links,
      link(absoluteUrl(site, PATHS.openApi), "service-desc", "application/json"),
      ...licenseLinks(publication.business.license),
    ],
    headers: { [REVISION_HEADER]: publication.contentDigest, ...headers },
    ...over,
  });
}

export const JSON_LD = "application/ld+json";

/** The bytes of a review, shared, and the text with its place in the log that follows them. */
export function loggedJson(publication: Publication, ordinal: number): readonly [before: Uint8Array, after: string] {
  const place = publication.logPlaceAt(ordinal);
  const log = place === null ? null : { index: place.index, salt: place.salt };
  return [publication.reviewBytesAt(ordinal).subarray(0, -1), `,"log":${JSON.stringify(log)}}`];
}

/** 200, 308 for a copy, 410 when taken down, 404 when it never was. */
export function reviewResponse(
  call: Call,
  set: ServedReviews,
  id: string,
  jsonLd: (review: Review) => object,
): ResponseOrPromise {
  const { publication, site } = set;
  const ordinal = publication.ordinalOf(id);
  if (ordinal === null) return redirectOrGone(publication, site, id);
  const isLinked = prefers(call.request.headers.get("accept"), JSON_LD, "application/json");
  const bytes = isLinked
    ? utf8Bytes(JSON.stringify(jsonLd(publication.reviewAt(ordinal))))
    : loggedBytes(publication, ordinal);
  const content = contentOf(set, {
    contentType: isLinked ? JSON_LD : "application/json",
    digest: digestOf(bytes),
    links: [link(absoluteUrl(site, reviewPath(id)), "alternate", "text/html")],
    cacheControl: "max-age=60",
    vary: "Accept, Accept-Encoding",
  });
  return respond(call, content, () => ({ body: bytes }));
}

function loggedBytes(publication: Publication, ordinal: number): Uint8Array<ArrayBuffer> {
  const [before, after] = loggedJson(publication, ordinal);
  return Buffer.concat([before, utf8Bytes(after)]);
}

/** Response for an id without a published review. */
export function redirectOrGone(publication: Publication, site: Site, id: string): Response {
  const counted = publication.countedFor(id);
  if (counted !== null) {
    // The owner may split what was joined, so the redirect lasts a minute only.
    const headers = { ...COMMON_HEADERS, Location: absoluteUrl(site, reviewDataPath(counted)) };
    return new Response(null, { status: 308, headers: { ...headers, "Cache-Control": "max-age=60" } });
  }
  const removal = publication.removalOf(id);
  if (removal !== null) {
    const how = removal.by === "author" ? "withdrawn by its author" : "taken down";
    return plainProblem("removed", `this review was ${how} at ${removal.removed_at}`);
  }
  return plainProblem("not_found", "no review with this id");
}
