/**
 * What is kept of a review while many are counted.
 *
 * @module
 */
import type { ReviewAnalysis } from "../reading/analysis.ts";
import type { JudgedSentiment, Judgement } from "../reading/judgements.ts";
import type { Moment } from "./timeline.ts";

/** A review with what is needed to count and quote it: all that is kept of one. */
export interface TalliedReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly moment: Moment;
  /** Stars and text disagree, as irony does: counted, never quoted. */
  readonly disagrees: boolean;
}

/** A review while it is being counted. */
export interface CountedReview {
  readonly review: TalliedReview;
  readonly analysis: ReviewAnalysis;
  /** By words and stars, with the owner's corrections. */
  readonly judgements: readonly Judgement[];
}

/** Which side a review takes, how surely, and the words to quote; start = end means none. */
export interface Vote {
  readonly sentiment: JudgedSentiment;
  readonly certainty: number;
  readonly start: number;
  readonly end: number;
}
