/**
 * Everything that is kept. All SQL of the program stands here.
 *
 * In: drafts of reviews, commands of the owner, subscriptions. Out: the edition a publication is built from.
 * Never: a request, a document, an outside format.
 *
 * @module
 */
export type { Analyst, Findings } from "./analyst.ts";
export { analyzePlan } from "./analyze_plan.ts";
export { checkIntegrity, copyStore } from "./backup.ts";
export { readBusiness, readDataVersion, readEditionState, type StoredBusiness } from "./edition.ts";
export { findReview } from "./find_review.ts";
export { type ListedReview, type ListFilter, listReviews } from "./listing.ts";
export { type LogLine, readLog } from "./log.ts";
export { readNamePolicy, saveNamePolicy } from "./name_policy.ts";
export { type ImportPlan, type ImportRequest, isEmptyPlan, type PlannedChange, planImport } from "./plan_import.ts";
export type { Edition, PublishedRow } from "./read_edition.ts";
export { reanalyzeStale } from "./reanalyze.ts";
export {
  type NewRemoval,
  REMOVAL_REASONS,
  type RemovalOutcome,
  type RemovalReason,
  type RestoreOutcome,
  removeReview,
  restoreReview,
} from "./removals.ts";
export { type NewReply, type ReplyOutcome, saveReply } from "./replies.ts";
export type { ReadRows } from "./rows.ts";
export { type SavedImport, saveImport } from "./save_import.ts";
export * as schema from "./schema.ts";
export { readStatistics, type Statistics } from "./statistics.ts";
export type { OpenOptions, Store } from "./store.ts";
export type { StoredReview } from "./stored_review.ts";
export { listSubscriptions, removeSubscription, type SubscriptionRecord } from "./subscriptions.ts";
export {
  evidenceSalt,
  type NewVerification,
  type NewVerifications,
  readEvidence,
  readUnverified,
  type SavedVerifications,
  saveVerifications,
  type UnverifiedReview,
} from "./verification.ts";
export { withEdition } from "./with_edition.ts";
