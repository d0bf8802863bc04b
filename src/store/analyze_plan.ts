/**
 * The part of an import that the insights engine has.
 *
 * @module
 */
import type { Analyst } from "./analyst.ts";
import type { ImportPlan } from "./import_plan.ts";
import type { StoredReview } from "./stored_review.ts";

/**
 * The plan with every review that it adds or changes analysed: the slow part of an import, done before the transaction
 * so that the write lock is held for the writing alone. `onProgress` receives the number done. The analyst is prepared.
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
