/**
 * What is kept of a review once it was analysed: plain JSON; `analysis_code.ts` has its short form.
 *
 * Sentiments are integers, thousandths of -1 to 1, so that sums are exact and no order of reviews changes a figure.
 *
 * @module
 */
import type { AspectId } from "./aspects.ts";

/**
 * Raised with every change of rules or word lists; analyses of an older version are to be redone. The major version is that of
 * the stored form, the list of aspects included: an engine can read what a newer one of its major version has written, which
 * lets an old and a new release share one database.
 */
export const ENGINE_VERSION = "2.4.0";

/** The side a whole text takes; "mixed" when it both praises and blames. */
export type VoteLabel = "positive" | "mixed" | "neutral" | "negative";

/**
 * What a review's words say of an aspect, without its stars: how often it is mentioned, and for praise and for blame the
 * evidence in hundredths of log-odds ({@link NO_EVIDENCE} for none) with the place of its quote in the text.
 */
export type AspectVote = readonly [
  id: AspectId,
  mentions: number,
  praise: number,
  praiseStart: number,
  praiseEnd: number,
  blame: number,
  blameStart: number,
  blameEnd: number,
  /** Whether the blame is said as an exception. */
  conceded: 0 | 1,
  ...phrases: string[],
];

/** Place of the first phrase in a vote. */
export const FIRST_PHRASE = 9;

/** Nothing in the words speaks for a side. */
export const NO_EVIDENCE = -999;

/** An entity of the catalog found in the text, the sentiment around it and the place of the quote. */
export type EntityVote = readonly [id: string, sentiment: number, start: number, end: number];

/** One to three words that may become a topic, as may each two and each one of them. */
export type TopicVote = readonly [words: string];

/**
 * The stored analysis of one review. It depends on the text, the catalog and the engine version, never on the star
 * rating.
 */
export interface ReviewAnalysis {
  readonly engine: string;
  /** Hash of the text and its translation: equal texts, equal digests. */
  readonly digest: number;
  /** BCP 47; "und" when it cannot be told, "" when there is no text. */
  readonly language: string;
  readonly is_truncated: boolean;
  /** What was read is the source's translation: nothing of it is quoted. */
  readonly is_translated: boolean;
  /** Sentiment of the whole text; null when it was not analysed. */
  readonly sentiment: number | null;
  readonly label: VoteLabel | null;
  readonly aspects: readonly AspectVote[];
  readonly technicians: readonly EntityVote[];
  /** Technicians who share a first name that the text mentions: credited to nobody. */
  readonly ambiguous_technicians: readonly string[];
  readonly services: readonly EntityVote[];
  readonly service_areas: readonly EntityVote[];
  readonly topics: readonly TopicVote[];
}

/** Thousandths of a sentiment, never -0. */
export function thousandths(sentiment: number): number {
  return Math.round(sentiment * 1000) || 0;
}
