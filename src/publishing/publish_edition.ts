/**
 * From an edition of the store to all that readers are given: the publication, its insights and its documents.
 *
 * The one place where the folders along the data's way meet. It runs in a worker, and in tests without one; what it
 * makes is plain data, which `openPublished` makes ready to answer from on either side.
 *
 * @module
 */

import { judgeWith } from "../insights/counting/judged_aspects.ts";
import { ENGINE_VERSION } from "../insights/reading/analysis.ts";
import { wordsFor } from "../languages/words_for.ts";
import { partsOf } from "../publication/review_pieces.ts";
import { buildScannedIndex, type SearchIndexData, withGrams } from "../publication/search/build_search_index.ts";
import { planSegments } from "../publication/search/kept_segments.ts";
import type { Business } from "../review/mod.ts";
import type { Edition, PublishedRow } from "../store/mod.ts";
import { codedBodies } from "../web/compress.ts";
import { type Document, makeDocument } from "../web/document.ts";
import { PATHS } from "../web/paths.ts";
import { digestOf } from "../web/representation.ts";
import type { Site } from "../web/site.ts";
import { type CodedReviews, codeReviews } from "./coded_reviews.ts";
import { collectAll, collectChanged, type ReadRow } from "./collect_reviews.ts";
import { basisOf, type EditionBasis } from "./edition_basis.ts";
import { documentHeads, type FeedParts, feedDocuments } from "./feed_documents.ts";
import type { KeptParts, PublishedParts } from "./published.ts";
import { recordReader } from "./records.ts";
import { updatesDocument } from "./updates_document.ts";

/** The making of an edition: first what readers wait for, then what only makes answers quicker or smaller. */
export interface Publishing {
  /** All that readers see, made together, so that nobody ever sees two revisions mixed. */
  readonly parts: PublishedParts;
  /** How many reviews were taken over from the publication before. */
  readonly keptCount: number;
  /** The search index with grams, but for those that are kept; until it is there, searches look through the texts. */
  index(): SearchIndexData;
  /** /reviews.json with its compressed codings. */
  codedReviews(): CodedReviews;
}

/** Reads reviews of a business anew: those that an older engine or another catalog has analysed. */
export type AnalystOf = (business: Business) => { readonly analyze: (row: PublishedRow) => string };

/** What an edition is published with. */
export interface PublishOptions {
  readonly site: Site;
  readonly analystOf: AnalystOf;
  /** What is taken over where nothing has changed since; without it all is built anew, to the same bytes. */
  readonly before?: KeptParts | null;
}

/** Makes what readers are given of an edition. The edition itself is not needed afterwards. */
export async function publishEdition(
  edition: Edition,
  { site, analystOf, before = null }: PublishOptions,
): Promise<Publishing> {
  const basis = await basisOf(edition, site);
  const { input, insightsBasis } = basis;
  const read = rowReader(basis, analystOf);
  const changed = before && (await collectChanged(edition, basis, { read, before }));
  const { builder, newest, insights, runs } = changed ?? (await collectAll(edition, basis, read));
  const { data, searchInput } = builder.finish([ENGINE_VERSION, site.baseUrl, basis.overrides, basis.transparency]);
  const insightsJson = insights(data.contentDigest);
  const { business } = input;
  const words = await wordsFor(business.language);
  const head = documentHeads(site, edition.publishedAt, data.contentDigest, business.license);
  const bodies = new Map([["identity", partsOf(data.document)] as const]);
  const reviews: Document = { ...head(PATHS.reviews), digest: data.documentDigest, bodies };
  const { contentDigest } = data;
  const documents = [
    reviews,
    makeDocument(head(PATHS.insights), new TextEncoder().encode(insightsJson)),
    ...feedDocuments({ edition, site, business, words, newest, contentDigest, code: coderAfter(before) }),
    updatesDocument({ edition, site, business, words, data, head }),
  ];
  const planned = planSegments(searchInput.texts, before, runs);
  const scanned = buildScannedIndex(searchInput, planned);
  return {
    keptCount: runs.reduce((sum, { count }) => sum + count, 0),
    parts: { data, index: scanned, planned, gzipPieces: [], insightsJson, insightsBasis, documents },
    index: () => withGrams(scanned, planned),
    codedReviews: () => codeReviews(reviews, data, before),
  };
}

/** Codes the bytes of documents, unless there was one of the same bytes before. */
function coderAfter(before: KeptParts | null): FeedParts["code"] {
  const known = new Map(before?.documents.map(({ digest, bodies }) => [digest, bodies]));
  return (bytes) => known.get(digestOf(bytes)) ?? codedBodies(bytes);
}

/** A row whose analysis is out of date is read anew, so that readers never see an outdated finding. */
function rowReader({ wholeBusiness, overrides }: EditionBasis, analystOf: AnalystOf): ReadRow {
  const { keptAnalysis, recordOf } = recordReader(wholeBusiness, judgeWith(overrides));
  const { analyze } = analystOf(wholeBusiness);
  return (row) => recordOf(row, keptAnalysis(row) ?? analyze(row));
}
