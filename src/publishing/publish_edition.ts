/**
 * From an edition of the store to all that readers are given: the publication, its insights and its documents.
 *
 * The one place where the folders along the data's way meet. It runs in a worker, and in tests without one; what it
 * makes is plain data, which `openPublished` makes ready to answer from on either side.
 *
 * @module
 */

import { FEED_SIZE } from "../feeds/mod.ts";
import { InsightsBuilder } from "../insights/counting/insights_builder.ts";
import { judgeWith } from "../insights/counting/judged_aspects.ts";
import type { InsightsOverrides } from "../insights/mod.ts";
import { ENGINE_VERSION } from "../insights/reading/analysis.ts";
import { wordsFor } from "../languages/words_for.ts";
import { PublicationBuilder } from "../publication/publication_builder.ts";
import { buildScannedIndex, type SearchIndexData, withGrams } from "../publication/search/build_search_index.ts";
import { transparencyOf } from "../publication/transparency.ts";
import { publishedTallies } from "../review/add_up_ratings.ts";
import type { Business, KeptBusiness } from "../review/mod.ts";
import { publicBusiness } from "../review/public_business.ts";
import type { Edition, PublishedRow } from "../store/mod.ts";
import { codedBodies } from "../web/compress.ts";
import { type Document, makeDocument, withCompressed } from "../web/document.ts";
import { PATHS } from "../web/paths.ts";
import type { Site } from "../web/site.ts";
import { businessOf } from "./business_of.ts";
import { documentHeads, feedDocuments } from "./feed_documents.ts";
import { formOf } from "./form.ts";
import type { PublishedParts } from "./published.ts";
import { type ReviewRecord, recordReader } from "./records.ts";
import { updatesDocument } from "./updates_document.ts";

/** The making of an edition: first what readers wait for, then what only makes answers quicker or smaller. */
export interface Publishing {
  /** All that readers see, made together, so that nobody ever sees two revisions mixed. */
  readonly parts: PublishedParts;
  /** The search index with grams; until it is there, searches look through the texts. */
  index(): SearchIndexData;
  /** /reviews.json with its compressed codings. */
  codedReviews(): Document;
}

/** Reads reviews of a business anew: those that an older engine or another catalog has analysed. */
export type AnalystOf = (business: Business) => { readonly analyze: (row: PublishedRow) => string };

/** Makes what readers are given of an edition. The edition itself is not needed afterwards. */
export async function publishEdition(edition: Edition, site: Site, analystOf: AnalystOf): Promise<Publishing> {
  const wholeBusiness: KeptBusiness = businessOf(edition);
  const business = publicBusiness(wholeBusiness);
  const overrides = (edition.insightsOverrides as InsightsOverrides | null) ?? {};
  const insightsBuilder = new InsightsBuilder({ business, overrides, searchUrl: `${site.baseUrl}${PATHS.search}` });
  const tallies = await edition.tallies();
  const newest: ReviewRecord[] = [];
  const builder = new PublicationBuilder({
    revision: edition.revision,
    publishedAt: edition.publishedAt,
    baseUrl: site.baseUrl,
    business,
    logo: wholeBusiness.logo_image ?? null,
    removals: edition.removals,
    joinedCopies: await edition.joinedCopies(),
    convertedRatings: await edition.convertedRatings(),
    history: { ...(await edition.history()), form: formOf(wholeBusiness, overrides, site) },
    ratings: publishedTallies(tallies),
  });
  const { keptAnalysis, recordOf } = recordReader(wholeBusiness, judgeWith(overrides));
  const { analyze } = analystOf(wholeBusiness);
  for await (const rows of edition.reviews) {
    for (const row of rows) {
      // A row whose analysis is out of date is read anew, so that readers never see an outdated finding.
      const record = recordOf(row, keptAnalysis(row) ?? analyze(row));
      if (newest.length < FEED_SIZE) newest.push(record);
      builder.add({ ...record, noted: row });
      addToInsights(insightsBuilder, record);
    }
  }
  const transparency = transparencyOf(tallies);
  const { data, searchInput } = builder.finish([ENGINE_VERSION, site.baseUrl, overrides, transparency]);
  const dataset = insightsBuilder.finish(transparency, data.contentDigest);
  const insightsJson = `${JSON.stringify(dataset)}\n`;
  const words = await wordsFor(business.language);
  const head = documentHeads(site, edition.publishedAt, data.contentDigest, business.license);
  const bodies = new Map([["identity", data.document] as const]);
  const reviews: Document = { ...head(PATHS.reviews), digest: data.documentDigest, bodies };
  const insights = makeDocument(head(PATHS.insights), new TextEncoder().encode(insightsJson));
  const documents = [
    reviews,
    insights,
    ...feedDocuments({
      ...{ edition, site, business, words, newest },
      contentDigest: data.contentDigest,
      code: codedBodies,
    }),
  ];
  documents.push(updatesDocument({ edition, site, business, words, data, head }));
  const scanned = buildScannedIndex(searchInput);
  return {
    parts: { data, index: scanned, insightsJson, documents },
    index: () => withGrams(scanned),
    codedReviews: () => withCompressed(reviews),
  };
}

function addToInsights(builder: InsightsBuilder, { review, mentions, analysis, judgements }: ReviewRecord): void {
  const { id, date, rating, title, text, language } = review;
  // "A customer" is nobody in particular.
  const author_name = review.isAnonymous ? null : review.authorName;
  builder.add({ id, date, rating, title, text, author_name, language, mentions, analysis, judgements });
}
