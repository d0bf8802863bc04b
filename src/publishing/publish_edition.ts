/**
 * From an edition of the store to all that readers are given: the publication, its insights and its documents.
 *
 * The one place where the folders along the data's way meet. It runs in a worker, and in tests without one; what it
 * makes is plain data, which `openPublished` makes ready to answer from on either side.
 *
 * @module
 */

import { atomFeed, FEED_SIZE, type FeedInput, jsonFeed } from "../feeds/mod.ts";
import { completeBusiness, UNNAMED_BUSINESS } from "../import/mod.ts";
import { InsightsBuilder, type InsightsOverrides, NO_OVERRIDES, type ReviewAnalysis } from "../insights/mod.ts";
import {
  buildPublication,
  buildScannedIndex,
  reviewJson,
  type SearchIndexData,
  transparencyOf,
  withGrams,
} from "../publication/mod.ts";
import {
  type Business,
  type Mentions,
  mentionResolver,
  type PublishedReview,
  publicBusiness,
  type Review,
} from "../review/mod.ts";
import type { Edition } from "../store/mod.ts";
import { codedBodies } from "../web/compress.ts";
import type { Coding } from "../web/content_coding.ts";
import { type Document, type DocumentHead, makeDocument, withCompressed } from "../web/document.ts";
import { absoluteUrl, link, OPENAPI_PATH, type Site, topicLinks } from "../web/site.ts";
import { analystFor } from "./analyst.ts";
import type { PublishedParts } from "./published.ts";

/** The making of an edition: first what readers wait for, then what only makes answers quicker or smaller. */
export interface Publishing {
  /** All that readers see, made together, so that nobody ever sees two revisions mixed. */
  readonly parts: PublishedParts;
  /** The search index with grams; until it is there, searches look through the texts. */
  index(): SearchIndexData;
  /** /reviews.json with its compressed codings. */
  codedReviews(): Promise<Document>;
}

/** Makes what readers are given of an edition. The edition itself is not needed afterwards. */
export function publishEdition(edition: Edition, site: Site): Publishing {
  const { business, records } = readRecords(edition);
  const overrides = (edition.insightsOverrides as InsightsOverrides | null) ?? NO_OVERRIDES;
  const insightsBuilder = new InsightsBuilder({ business, overrides });
  const tallies = edition.tallies();
  const newest: ReviewRecord[] = [];
  const { data, searchInput } = buildPublication({
    revision: edition.revision,
    publishedAt: edition.publishedAt,
    baseUrl: site.baseUrl,
    business,
    reviews: watched(records, (record) => {
      if (newest.length < FEED_SIZE) newest.push(record);
      addToInsights(insightsBuilder, record);
    }),
    removals: edition.removals,
    ratings: tallies.filter(({ withheld }) => withheld === null),
  });
  const dataset = insightsBuilder.finish(transparencyOf(tallies));
  const insightsJson = `${JSON.stringify(dataset)}\n`;
  const head = documentHeads(site, edition.publishedAt);
  const reviews = makeDocument(
    head("/reviews.json"),
    data.document,
    new Map([["identity", new Blob([data.document])]]),
  );
  const insights = makeDocument(head("/insights.json"), new TextEncoder().encode(insightsJson));
  const documents = [reviews, insights, ...feedDocuments(edition, site, business, newest)];
  const scanned = buildScannedIndex(searchInput);
  return {
    parts: { data, index: scanned, insightsJson, documents },
    index: () => withGrams(scanned),
    codedReviews: () => withCompressed(reviews),
  };
}

/**
 * The two feeds alone, identity-coded, from an edition that was read for its newest reviews only: what a starting server
 * has first. None when a review would have to be analysed anew, which takes too long for that.
 */
export function publishFeeds(edition: Edition, site: Site): Document[] {
  const rows = [...edition.reviews].slice(0, FEED_SIZE);
  if (edition.business !== null) {
    const { key } = analystFor(edition.business);
    if (rows.some(({ analysisKey }) => analysisKey !== key)) return [];
  }
  const { business, records } = readRecords({ ...edition, reviews: rows });
  const newest = [...records];
  return feedDocuments(edition, site, business, newest, (bytes) => new Map([["identity", new Blob([bytes])]]));
}

/** A published row with its mentions in the catalog's words and what the engine found in it. */
interface ReviewRecord {
  readonly review: PublishedReview;
  readonly mentions: Mentions;
  readonly analysis: ReviewAnalysis;
}

/** The records are read as they are walked, once, and not kept: a large set never stands in memory parsed. */
function readRecords(edition: Edition): { business: Business; records: Iterable<ReviewRecord> } {
  const business = edition.business ?? completeBusiness({ name: UNNAMED_BUSINESS }, null);
  return { business: publicBusiness(business), records: recordsOf(edition, business) };
}

function* recordsOf(edition: Edition, business: Business): Generator<ReviewRecord> {
  const analyst = analystFor(business);
  const resolve = mentionResolver(business);
  for (const row of edition.reviews) {
    // A row that an older engine or catalog analysed is read anew, so that readers never see an outdated finding.
    const code = row.analysisKey === analyst.key && row.analysis !== null ? row.analysis : analyst.analyze(row);
    const { analysis, mentions, language } = analyst.findings(code);
    const review = row.language === null && language !== null ? { ...row, language } : row;
    yield { review, mentions: resolve(row.givenMentions ?? mentions), analysis };
  }
}

/** Shows each item to `watch` as it passes. */
function* watched<Item>(items: Iterable<Item>, watch: (item: Item) => void): Generator<Item> {
  for (const item of items) {
    watch(item);
    yield item;
  }
}

function addToInsights(builder: InsightsBuilder, { review, mentions, analysis }: ReviewRecord): void {
  const { id, date, rating, text, authorName } = review;
  builder.add({ id, date, rating, text, author_name: authorName, mentions, analysis });
}

function feedDocuments(
  edition: Edition,
  site: Site,
  business: Business,
  newest: readonly ReviewRecord[],
  code: (bytes: Uint8Array<ArrayBuffer>) => ReadonlyMap<Coding, Blob> = codedBodies,
): Document[] {
  const { removals, authority, publishedAt } = edition;
  const reviews = newest.map(
    ({ review, mentions }) => JSON.parse(reviewJson(review, mentions, site.baseUrl)) as Review,
  );
  const input: FeedInput = { site, business, reviews, removals, authority, publishedAt };
  const head = documentHeads(site, publishedAt);
  const document = (of: DocumentHead, text: string) => {
    const bytes = new TextEncoder().encode(text);
    return makeDocument(of, bytes, code(bytes));
  };
  return [
    document(head("/feed.xml", "application/atom+xml"), atomFeed(input)),
    document(head("/api/feed.json"), jsonFeed(input)),
  ];
}

function documentHeads(site: Site, lastModified: number): (path: string, contentType?: string) => DocumentHead {
  const description = link(absoluteUrl(site, OPENAPI_PATH), "service-desc", "application/json");
  return (path, contentType = "application/json") => {
    const own = path === "/insights.json" ? [] : topicLinks(site, path);
    return { path, contentType, lastModified, links: [...own, description] };
  };
}
