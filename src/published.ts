/**
 * What the server answers from: one immutable value per revision, replaced as a whole.
 *
 * @module
 */
import { TOPIC_PATHS, type Topic } from "./feeds/mod.ts";
import { openPublication, type Publication, SearchIndex, type SearchIndexData } from "./publication/mod.ts";
import type { PublishedData } from "./publish.ts";
import type { Coding } from "./web/content_coding.ts";
import { representationsOf } from "./web/document.ts";
import type { Representation } from "./web/representation.ts";
import { absoluteUrl, type Site } from "./web/site.ts";

export interface Published {
  readonly publication: Publication;
  /** Answers to GET by path. */
  readonly documents: ReadonlyMap<string, Representation>;
  readonly topics: readonly Topic[];
}

/** What came out of a worker, ready to answer from. */
export function openPublished(data: PublishedData, index: SearchIndexData, site: Site): Published {
  const { insightsJson, publication, documents } = data;
  return publishedOf(
    openPublication({ data: publication, search: new SearchIndex(index), insightsJson }),
    representationsOf(documents),
    site,
  );
}

/** The same, with further codings of one of its documents. */
export function withCodings(
  published: Published,
  path: string,
  bodies: ReadonlyMap<Coding, Blob>,
  site: Site,
): Published {
  const documents = new Map(published.documents);
  const document = documents.get(path);
  if (document) documents.set(path, document.with(bodies));
  return publishedOf(published.publication, documents, site);
}

function publishedOf(publication: Publication, documents: ReadonlyMap<string, Representation>, site: Site): Published {
  const topics = TOPIC_PATHS.flatMap((path): Topic[] => {
    const document = documents.get(path);
    if (!document) return [];
    const { contentType, body, digest } = document;
    return [{ path, url: absoluteUrl(site, path), contentType, body, digest }];
  });
  return { publication, documents, topics };
}
