/**
 * What the server answers from: one immutable value per revision, replaced as a whole.
 *
 * @module
 */
import { TOPIC_PATHS, type Topic } from "../feeds/mod.ts";
import {
  openPublication,
  type Publication,
  type PublicationData,
  SearchIndex,
  type SearchIndexData,
} from "../publication/mod.ts";
import { type Document, representationsOf } from "../web/document.ts";
import type { Representation } from "../web/representation.ts";
import { absoluteUrl, type Site } from "../web/site.ts";

/** Plain data and buffers, as a worker hands them over. */
export interface PublishedParts {
  readonly data: PublicationData;
  readonly index: SearchIndexData;
  /** The dataset of /insights.json. */
  readonly insightsJson: string;
  readonly documents: readonly Document[];
}

/** One publication, ready to answer requests from. */
export interface Published {
  readonly publication: Publication;
  /** Answers to GET by path. */
  readonly documents: ReadonlyMap<string, Representation>;
  readonly topics: readonly Topic[];
  /** What it was made of, for making another that differs in a part. */
  readonly parts: PublishedParts;
}

/** The parts made ready to answer from. */
export function openPublished(parts: PublishedParts, site: Site): Published {
  const { data, index, insightsJson } = parts;
  const documents = representationsOf(parts.documents);
  return {
    publication: openPublication({ data, search: new SearchIndex(index), insightsJson }),
    documents,
    topics: topicsOf(documents, site),
    parts,
  };
}

function topicsOf(documents: ReadonlyMap<string, Representation>, site: Site): Topic[] {
  return TOPIC_PATHS.flatMap((path): Topic[] => {
    const document = documents.get(path);
    if (!document) return [];
    const { contentType, digest } = document;
    const url = absoluteUrl(site, path);
    // Asked for when a delivery is owed: see Body.
    return [
      {
        path,
        url,
        contentType,
        digest,
        get body() {
          return document.body;
        },
      },
    ];
  });
}
