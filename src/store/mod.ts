/**
 * Persistence: the ports, and the decisions about stored data. The database itself belongs to the adapters.
 *
 * In: drafts of reviews, commands of the owner, subscriptions. Out: the edition a publication is built from.
 * Never: a request, a document, an external format, any SQL.
 *
 * @module
 */

export { type Fleet, LEASE_MS, MARGIN_MS, type StoreClock } from "./activation/fleet.ts";
export { leaveFleet, renewLease } from "./activation/renew.ts";
export type { Analyst, Findings } from "./analyst.ts";
export { analyzePlan } from "./analyze_plan.ts";
export { type DoubtfulCopies, type DoubtfulPair, readDoubtfulCopies } from "./doubtful_copies.ts";
export { FORMER_SOURCES, formerSourcesOf } from "./former_sources.ts";
export { type RememberedHints, readImportHints, saveImportHints } from "./import_hints.ts";
export { type ImportPlan, isEmptyPlan, type PlannedChange } from "./import_plan.ts";
export { type ImportSummary, summaryOf, summaryOfEmpty } from "./import_summary.ts";
export { instantOfChange } from "./instants.ts";
export type { ChangedJoin, Successor } from "./join_copies.ts";
export { sessionKey } from "./keys.ts";
export {
  isEmptyLargePlan,
  type LargeImportRequest,
  type LargePlan,
  planLargeImport,
} from "./large_import/large_plan.ts";
export { saveLargeImport } from "./large_import/save_large_import.ts";
export { findReview, findReviews, listReviews, readBusiness, readLog, readRemoval } from "./lookups.ts";
export { readMarks } from "./marks.ts";
export { type MoveOptions, type MoveOutcome, moveContents } from "./move_contents.ts";
export { readNamePolicy, saveNamePolicy } from "./name_policy.ts";
export { type OwnersWordOnCopies, type OwnersWordOutcome, sayOfCopies } from "./owners_word.ts";
export { type ImportRequest, planImport } from "./plan_import.ts";
export type * from "./ports/activation.ts";
export type * from "./ports/artefacts.ts";
export * from "./ports/contents.ts";
export type * from "./ports/editions.ts";
export type * from "./ports/listing.ts";
export type * from "./ports/log.ts";
export type * from "./ports/reviews.ts";
export type * from "./ports/store.ts";
export type * from "./ports/subscription_list.ts";
export { reanalyzeStale } from "./reanalyze.ts";
export {
  type NewRemoval,
  REMOVAL_REASONS,
  type RemovalOutcome,
  type RemovalReason,
  type RestoreOutcome,
  removeReview,
  removeReviews,
  restoreReview,
  successorsAfter,
} from "./removals.ts";
export { type NewReply, type ReplyOutcome, saveReply } from "./replies.ts";
export { type SavedImport, saveImport } from "./save_import.ts";
export { readStatistics, type Statistics } from "./statistics.ts";
export type { StoredReview } from "./stored_review.ts";
export { findTwins, type SpelledReview, type Twins } from "./twin_reviews.ts";
export { type UndoOutcome, undoImport } from "./undo_import.ts";
export {
  evidenceSalt,
  type NewVerification,
  readEvidence,
  readEvidenceSalt,
  readJobRecords,
  readUnverified,
  type SavedVerifications,
  saveVerifications,
} from "./verification.ts";
