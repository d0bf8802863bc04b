/**
 * What an import did, or would do, in numbers.
 *
 * @module
 */
import type { ImportPlan } from "./import_plan.ts";
import type { LargePlan } from "./large_import/large_plan.ts";
import type { StoredReview } from "./stored_review.ts";

/** An import in numbers. */
export interface ImportSummary extends Pick<ImportPlan, "base" | "business" | "businessChanged" | "replacesSample"> {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Of the added and changed ones, those that readers do not see. */
  readonly withheld: number;
  /** Of these, those that wait for nothing but a verification. */
  readonly unverified: number;
  /** Reviews that became copies of others. */
  readonly joined: number;
  readonly suppressed: number;
}

/** The numbers of a plan. */
export function summaryOf(plan: ImportPlan): ImportSummary {
  const { base, business, businessChanged, replacesSample, added, changed, unchanged, removed, suppressed } = plan;
  const written = [...added, ...changed.map(({ after }) => after)];
  return {
    ...{ base, business, businessChanged, replacesSample, unchanged },
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    suppressed: suppressed.length,
    withheld: written.filter(isWithheld).length,
    unverified: written.filter(isUnverified).length,
    joined: plan.joins.filter(({ before, copyOf }) => copyOf !== null && copyOf !== before.copyOf).length,
  };
}

/** The numbers of a large plan that has nothing to write. */
export function summaryOfEmpty(plan: LargePlan): ImportSummary {
  const { base, business, businessChanged, replacesSample, unchanged, suppressed } = plan;
  const nothing = { added: 0, changed: 0, removed: 0, withheld: 0, unverified: 0, joined: 0 };
  return { ...{ base, business, businessChanged, replacesSample, unchanged, suppressed }, ...nothing };
}

/** Whether readers do not see a review. */
export function isWithheld({ withheld }: Pick<StoredReview, "withheld">): boolean {
  return withheld !== null;
}

/** Whether nothing but its verification keeps readers from seeing a review. */
export function isUnverified({ withheld }: Pick<StoredReview, "withheld">): boolean {
  return withheld === "unverified";
}
