/**
 * From the rows of an edition to records: reviews as readers see them, with what was found in them.
 *
 * @module
 */
import type { Judged, Judgement, ReviewAnalysis } from "../insights/mod.ts";
import { mentionResolver } from "../review/mentions.ts";
import type { Business, Mentions, PublishedReview, ReviewAspect } from "../review/mod.ts";
import type { PublishedRow } from "../store/mod.ts";
import { keptAnalyses } from "./kept_analyses.ts";

/** A review with everything derived from it. */
export interface ReviewRecord {
  readonly review: PublishedReview;
  /** In the catalog's words. */
  readonly mentions: Mentions;
  readonly analysis: ReviewAnalysis;
  readonly judgements: readonly Judgement[];
  /** The judgements with the words they judge. */
  readonly aspects: readonly ReviewAspect[];
}

/** Says what a review says of aspects; feeds, which leave that out, need none. */
export type Judge = (review: Judged) => readonly Judgement[];

/** A reader of the rows of a business. */
export function recordReader(business: Business, judge: Judge) {
  const { key, findings, isCurrent } = keptAnalyses(business);
  const isCurrentKey = remembered(isCurrent);
  const resolve = mentionResolver(business);
  const resolved = new Map<Mentions, Mentions>();
  /** Rows with equal mentions share them. */
  const resolveGiven = (given: Mentions) => {
    const known = resolved.get(given) ?? resolve(given);
    resolved.set(given, known);
    return known;
  };
  return {
    /** The analysis that is kept with a row; null when an older engine or another catalog made it. */
    keptAnalysis: ({ analysis, analysisKey }: PublishedRow) =>
      analysisKey === key || (analysisKey !== null && isCurrentKey(analysisKey)) ? analysis : null,
    /** The record of a row and its analysis. */
    recordOf(row: PublishedRow, kept: string): ReviewRecord {
      const { analysis, mentions, language } = findings(kept);
      const review = row.language === null && language !== null ? { ...row, language } : row;
      const judgements = judge({ id: row.id, rating: row.rating, analysis });
      return {
        review,
        mentions: row.givenMentions ? resolveGiven(row.givenMentions) : resolve(mentions),
        analysis,
        judgements,
        aspects: judgements.map((judgement) => quoted(judgement, row.text)),
      };
    },
  };
}

function quoted({ aspect, sentiment, certainty, start, end }: Judgement, text: string): ReviewAspect {
  return { aspect, sentiment, certainty, quote: text.slice(start, end) };
}

/** The rows of a set have a handful of keys among them. */
function remembered(judge: (key: string) => boolean): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    const verdict = known.get(key) ?? judge(key);
    known.set(key, verdict);
    return verdict;
  };
}
