/** What the server answers from; replaced as a whole. */

import { absoluteUrl, PATHS, type Site } from "../../http/paths.ts";
import {
  type Document,
  type FindInFile,
  identityBytes,
  type Representation,
  representationsOf,
} from "../../http/representation.ts";
import { TOPIC_PATHS, type Topic } from "../feeds/mod.ts";
import { openPublication, type Publication, type PublicationData, SearchIndex, type SearchIndexData } from "../mod.ts";

/** Plain data and buffers of all that is served at one revision; the next one may take parts over. */
export interface PublishedParts {
  readonly data: PublicationData;
  readonly index: SearchIndexData;
  /** Names what insights are computed from besides the reviews. */
  readonly insightsBasis: string;
  readonly documents: readonly Document[];
}

export interface Published {
  readonly publication: Publication;
  /** Documents by path. */
  readonly documents: ReadonlyMap<string, Representation>;
  readonly topics: readonly Topic[];
  readonly parts: PublishedParts;
}

/** The parts made ready to answer from; `findInFile` finds what can be sent from a file. */
export function openPublished(parts: PublishedParts, site: Site, findInFile?: FindInFile): Published {
  const { data, index } = parts;
  const documents = representationsOf(parts.documents, findInFile);
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

/** "null" where there is no such document. */
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
    // A delivery asks for it: see Body.
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
