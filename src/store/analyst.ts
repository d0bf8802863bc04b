/**
 * What the insights engine does for the store: it reads each review once, when it is saved.
 *
 * @module
 */
import type { Mentions } from "../review/mod.ts";
import type { StoredReview } from "./stored_review.ts";

/** The text analysis engine as the store sees it. */
export interface Analyst {
  /** Names the engine's version and the catalog. */
  readonly key: string;
  /** Whether what was found under a key is good as it is: a newer engine's, of another release, is, too. */
  isCurrent(key: string): boolean;
  /** Whether what was found under a key is to be replaced; what a newer engine found is not, even where it is not understood. */
  isOutdated(key: string): boolean;
  /** Loads what {@link analyze} needs, where that is not loaded yet: to be awaited before the first call. */
  prepare?(): Promise<void>;
  /** What the engine finds in a review, JSON. */
  analyze(review: StoredReview): string;
  /** What of that is published with the review. */
  findings(analysis: string): Findings;
}

/** The published part of an analysis. */
export interface Findings {
  readonly mentions: Mentions;
  readonly language: string | null;
}

/** What was found in a stored review; one that no server has analysed yet is analysed for this. */
export function findingsOf(analyst: Analyst): (review: StoredReview) => Findings {
  return (review) => analyst.findings(review.analysis ?? analyst.analyze(review));
}
