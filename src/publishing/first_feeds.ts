/**
 * The feeds of a server that has only just started.
 *
 * @module
 */
import { wordsFor } from "../languages/words_for.ts";
import { publicBusiness } from "../review/public_business.ts";
import type { Edition } from "../store/mod.ts";
import type { Document } from "../web/document.ts";
import type { Site } from "../web/site.ts";
import { feedDocuments } from "./feed_documents.ts";
import { type ReviewRecord, recordReader } from "./records.ts";

/**
 * The two feeds, identity-coded, of an edition that was read for its newest reviews only. None when a review has to be
 * analysed anew, which takes too long for a first answer.
 */
export async function firstFeeds(edition: Edition, site: Site): Promise<Document[]> {
  const business = edition.business ?? (await import("./business_of.ts")).businessOf(edition);
  const { keptAnalysis, recordOf } = recordReader(business, () => []);
  const newest: ReviewRecord[] = [];
  for await (const rows of edition.reviews) {
    for (const row of rows) {
      const analysis = keptAnalysis(row);
      if (analysis === null) return [];
      newest.push(recordOf(row, analysis));
    }
  }
  const code = (bytes: Uint8Array) => new Map([["identity", [bytes]] as const]);
  const words = await wordsFor(business.language);
  return feedDocuments({ edition, site, business: publicBusiness(business), words, newest, contentDigest: null, code });
}
