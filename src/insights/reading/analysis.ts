/**
 * What is kept of a review once it was analysed: plain JSON; `analysis_code.ts` has its short form.
 *
 * Sentiments are integers, thousandths of -1 to 1, so that sums are exact and no order of reviews changes a figure.
 *
 * @module
 */
import type { AspectId } from "./aspects.ts";

/** Raised with every change of rules or word lists; analyses of another version are to be redone. */
export const ENGINE_VERSION = "1.3.0";

export type VoteLabel = "positive" | "mixed" | "neutral" | "negative";

/** One vote of a review about an aspect, with the place of the quote in the text; start = end means no quote. */
export type AspectVote = readonly [
  id: AspectId,
  label: VoteLabel,
  sentiment: number,
  mentions: number,
  start: number,
  end: number,
  ...phrases: string[],
];

/** An entity of the catalog found in the text, the sentiment around it and the place of the quote. */
export type EntityVote = readonly [id: string, sentiment: number, start: number, end: number];

/** One to three words that may become a topic, as may each two and each one of them, and the sentiment around it. */
export type TopicVote = readonly [words: string, sentiment: number];

export interface ReviewAnalysis {
  readonly engine: string;
  /** Hash of the analysed text: equal texts, equal digests. */
  readonly digest: number;
  /** BCP 47; "und" when it cannot be told, "" when there is no text. */
  readonly language: string;
  readonly is_truncated: boolean;
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
