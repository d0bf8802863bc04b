/**
 * One review by its id: as JSON, or as schema.org puts it for clients that like JSON-LD better.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import type { Review } from "../review/mod.ts";
import { prefers } from "../web/accept.ts";
import { COMMON_HEADERS } from "../web/headers.ts";
import { reviewDataPath, reviewPath } from "../web/paths.ts";
import { plainProblem } from "../web/problem.ts";
import { digestOf } from "../web/representation.ts";
import { absoluteUrl, link, type Site } from "../web/site.ts";
import { computedAnswers, type ReviewSet } from "./review_set.ts";

/** The media type of JSON-LD. */
export const JSON_LD = "application/ld+json";

/** 200 with the review, 308 to the review that counts for a copy of it, 410 when it was taken down, 404 when it never was. */
export async function reviewResponse(
  request: Request,
  set: ReviewSet,
  id: string,
  jsonLd: (review: Review) => Promise<object>,
): Promise<Response> {
  const { publication, site } = set;
  const ordinal = publication.ordinalOf(id);
  if (ordinal === null) return elsewhere(publication, site, id);
  const isLinked = prefers(request.headers.get("accept"), JSON_LD, "application/json");
  const bytes = isLinked
    ? new TextEncoder().encode(JSON.stringify(await jsonLd(publication.reviewAt(ordinal))))
    : publication.reviewBytesAt(ordinal).slice();
  const answers = computedAnswers(set, {
    contentType: isLinked ? JSON_LD : "application/json",
    digest: digestOf(bytes),
    links: [link(absoluteUrl(site, reviewPath(id)), "alternate", "text/html")],
    cacheControl: "max-age=60",
    vary: "Accept, Accept-Encoding",
  });
  return answers.settled(request) ?? answers.respond(request, bytes as Uint8Array<ArrayBuffer>);
}

function elsewhere(publication: Publication, site: Site, id: string): Response {
  const counted = publication.countedFor(id);
  if (counted !== null) {
    // For a minute only: the owner may split what was joined.
    const headers = { ...COMMON_HEADERS, Location: absoluteUrl(site, reviewDataPath(counted)) };
    return new Response(null, { status: 308, headers: { ...headers, "Cache-Control": "max-age=60" } });
  }
  const removal = publication.removalOf(id);
  if (removal !== null) return plainProblem("removed", `this review was taken down at ${removal.removed_at}`);
  return plainProblem("not_found", "there is no review with this id");
}
