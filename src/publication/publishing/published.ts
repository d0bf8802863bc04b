/** What the server answers from: one immutable value per revision, replaced as a whole. */

import { absoluteUrl, PATHS, type Site } from "../../http/paths.ts";
import { type Document, identityBytes, type Representation, representationsOf } from "../../http/representation.ts";
import { TOPIC_PATHS, type Topic } from "../feeds/mod.ts";
import { openPublication, type Publication, type PublicationData, SearchIndex, type SearchIndexData } from "../mod.ts";

/** A publication as plain data and buffers: all that is served at one revision, and what the next one may take over. */
export interface PublishedParts {
  readonly data: PublicationData;
  readonly index: SearchIndexData;
  /** Names what the insights are computed from besides the reviews. */
  readonly insightsBasis: string;
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
  const { data, index } = parts;
  const documents = representationsOf(parts.documents);
  return {
    publication: openPublication({
      data,
      search: new SearchIndex(index),
      insightsJson: () => documentText(parts, PATHS.insights),
      recordJson: () => documentText(parts, PATHS.record),
    }),
    documents,
    topics: topicsOf(documents, site),
    parts,
  };
}

/** The text of a document; that of null where there is no such document. */
export function documentText({ documents }: Pick<PublishedParts, "documents">, path: string): string {
  const document = documents.find((each) => each.path === path);
  return document === undefined ? "null" : new TextDecoder().decode(identityBytes(document));
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
