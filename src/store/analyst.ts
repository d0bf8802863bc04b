/**
 * What the insights engine does for the store: it reads each review once, when it is saved.
 *
 * @module
 */
import type { Mentions } from "../review/mod.ts";
import type { ImportPlan } from "./plan_import.ts";
import type { StoredReview } from "./stored_review.ts";

export interface Analyst {
  /** Names the engine's version and the catalog; what was found under another key is out of date. */
  readonly key: string;
  /** What the engine finds in a review, JSON. */
  analyze(review: StoredReview): string;
  /** What of that is published with the review. */
  findings(analysis: string): Findings;
}

export interface Findings {
  readonly mentions: Mentions;
  readonly language: string | null;
}

const NOTHING: Findings = { mentions: { technicians: [], services: [], service_areas: [] }, language: null };

/** What was found in a stored review; nothing when it was never analysed. */
export function findingsOf(analyst: Analyst): (review: StoredReview) => Findings {
  return ({ analysis }) => (analysis === null ? NOTHING : analyst.findings(analysis));
}

/**
 * The plan with every review that it adds or changes analysed: the slow part of an import, done before the transaction
 * so that the write lock is held for the writing alone. `onProgress` is told how many are done.
 */
export function analyzePlan(plan: ImportPlan, analyst: Analyst, onProgress?: (done: number) => void): ImportPlan {
  let done = 0;
  const analyzed = (review: StoredReview): StoredReview => {
    onProgress?.(++done);
    return { ...review, analysis: analyst.analyze(review), analysisKey: analyst.key };
  };
  return {
    ...plan,
    added: plan.added.map(analyzed),
    changed: plan.changed.map((change) => ({ ...change, after: analyzed(change.after) })),
  };
}
