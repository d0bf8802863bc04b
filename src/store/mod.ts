/**
 * Everything that is kept. All SQL of the program stands here.
 *
 * In: drafts of reviews, commands of the owner, subscriptions. Out: the edition a publication is built from.
 * Never: a request, a document, an outside format.
 *
 * @module
 */

export type { Edition, PublishedRow } from "../sql/read_edition.ts";
export type { ReadRows } from "../sql/rows.ts";
export * as schema from "../sql/schema.ts";
export { listSubscriptions, removeSubscription, type SubscriptionRecord } from "../sql/subscriptions.ts";
export { checkIntegrity, copyStore } from "../sqlite/backup.ts";
export { withEdition } from "../sqlite/with_edition.ts";
export type { Analyst, Findings } from "./analyst.ts";
export { analyzePlan } from "./analyze_plan.ts";
export { readBusiness, readDataVersion, readEditionState, type StoredBusiness } from "./edition.ts";
export { findReview } from "./find_review.ts";
export { type ListedReview, type ListFilter, listReviews } from "./listing.ts";
export { type LogLine, readLog } from "./log.ts";
export { readNamePolicy, saveNamePolicy } from "./name_policy.ts";
export { type ImportPlan, type ImportRequest, isEmptyPlan, type PlannedChange, planImport } from "./plan_import.ts";
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
export { type SavedImport, saveImport } from "./save_import.ts";
export { readStatistics, type Statistics } from "./statistics.ts";
export type { OpenOptions, Store } from "./store.ts";
export type { StoredReview } from "./stored_review.ts";
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
