/**
 * What the answers about reviews are computed from.
 *
 * @module
 */
import type { Publication } from "../publication/mod.ts";
import { ComputedAnswers, type ComputedShape } from "../web/computed_answer.ts";
import { PATHS } from "../web/paths.ts";
import type { Representation } from "../web/representation.ts";
import { absoluteUrl, licenseLinks, link, type Site } from "../web/site.ts";

/** A publication and the documents built from it. */
export interface RestPublished {
  readonly publication: Publication;
  /** Answers to GET by path. */
  readonly documents: ReadonlyMap<string, Representation>;
}

/** A publication with the digest that validators are derived from. */
export interface ReviewSet {
  readonly publication: Publication;
  /** Digest of its /reviews.json: the validators of all answers are made from it. */
  readonly digest: string;
  readonly site: Site;
}

/** The review set of a publication; the digest is empty if /reviews.json was not built. */
export function reviewSet({ publication, documents }: RestPublished, site: Site): ReviewSet {
  return { publication, digest: documents.get(PATHS.reviews)?.digest ?? "", site };
}

/** What answers computed from one review set differ in. */
type AnswersOver = Pick<ComputedShape, "digest" | "cacheControl"> & Partial<ComputedShape>;

/** Answers computed from what is published: JSON with links to the description and the licence, unless told otherwise. */
export function computedAnswers(
  { publication, site }: Pick<ReviewSet, "publication" | "site">,
  { links = [], ...over }: AnswersOver,
): ComputedAnswers {
  return new ComputedAnswers({
    contentType: "application/json",
    lastModified: publication.publishedAt,
    revision: publication.contentDigest,
    links: [
      ...links,
      link(absoluteUrl(site, PATHS.openApi), "service-desc", "application/json"),
      ...licenseLinks(publication.business.license),
    ],
    ...over,
  });
}
