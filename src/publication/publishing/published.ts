/** What the server answers from: one immutable value per revision, replaced as a whole. */

import type { CodedPiece } from "../../http/gzip_pieces.ts";
import { absoluteUrl, PATHS, type Site } from "../../http/paths.ts";
import { type Document, identityBytes, type Representation, representationsOf } from "../../http/representation.ts";
import { TOPIC_PATHS, type Topic } from "../feeds/mod.ts";
import {
  openPublication,
  type PlannedSegment,
  type Publication,
  type PublicationData,
  SearchIndex,
  type SearchIndexData,
  type SegmentPlace,
} from "../mod.ts";

/** Plain data and buffers, as a worker hands them over. */
export interface PublishedParts {
  readonly data: PublicationData;
  readonly index: SearchIndexData;
  /** The dataset of /insights.json. */
  readonly insightsJson: string;
  /** Names what the insights are computed from besides the reviews. */
  readonly insightsBasis: string;
  /** The segments of the index, and which of them are to be given the grams of the publication before. */
  readonly planned: readonly PlannedSegment[];
  /** What the gzip coding of /reviews.json consists of; empty until it is there. */
  readonly gzipPieces: readonly CodedPiece[];
  readonly documents: readonly Document[];
}

/** What of a publication the next one takes over where nothing has changed. */
export interface KeptParts {
  readonly data: PublicationData;
  readonly texts: SearchIndexData["texts"];
  readonly segments: readonly SegmentPlace[];
  readonly insightsJson: string;
  readonly insightsBasis: string;
  /** Its small documents, whose compressed bodies are right for those with the same bytes. */
  readonly documents: readonly Document[];
  /** What the gzip coding of /reviews.json consists of; empty while there is none. */
  readonly gzipPieces: readonly CodedPiece[];
}

/** What the next publication may take over. Large buffers in it are shared; grams are left out. */
export function keptParts(parts: PublishedParts): KeptParts {
  const { data, index, insightsJson, insightsBasis, gzipPieces } = parts;
  const documents = parts.documents.filter(({ path }) => path !== PATHS.reviews);
  const segments = index.segments.map(({ first, size, grams }) => ({ first, size, hasGrams: grams !== null }));
  return { data, texts: index.texts, segments, insightsJson, insightsBasis, documents, gzipPieces };
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
  const record = parts.documents.find(({ path }) => path === PATHS.record);
  return {
    publication: openPublication({
      data,
      search: new SearchIndex(index),
      insightsJson,
      recordJson: () => textOf(record),
    }),
    documents,
    topics: topicsOf(documents, site),
    parts,
  };
}

function textOf(document: Document | undefined): string {
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
