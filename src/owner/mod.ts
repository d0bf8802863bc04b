/**
 * The owner's actions on the store: imports, exports, verification, replies, removals, diagnosis.
 *
 * In: plain values and a store. Out: outcomes with a `kind`; each door phrases them for its users.
 * Never: a terminal, an option, an exit code, a request.
 *
 * Actions that publish (`publish_now.ts`, `explain_judgements.ts`, `statistics.ts`, `doctor/`) are not exported here but
 * loaded by their callers, because they load the whole insights engine.
 *
 * @module
 */
export {
  type DoubtfulPair,
  type ListedReview,
  type LogLine,
  listReviews,
  type MoveOutcome,
  moveContents,
  type OwnersWordOnCopies,
  planImport,
  REMOVAL_REASONS,
  type RemovalReason,
  readDoubtfulCopies,
  readLog,
  removeReview,
  removeReviews,
  restoreReview,
  type Successor,
  sayOfCopies,
  successorsAfter,
  undoImport,
} from "../store/mod.ts";
export { type BackedUp, backUp } from "./back_up.ts";
export { businessFile } from "./business_file.ts";
export { businessOf } from "./business_of.ts";
export type { DoneImport } from "./carry_out_import.ts";
export { type Confirmation, type Confirmed, confirmNearMisses, type Objection } from "./confirm_near_misses.ts";
export type { Finding, Remedy } from "./doctor/mod.ts";
export { EXPORT_FORMATS, type ExportFormat } from "./export_formats.ts";
export {
  explainFiles,
  type ImportOrder,
  importReviews,
  type JudgedImport,
  judgeImport,
  judgeLargeImport,
} from "./import_reviews.ts";
export { requestWithPictures, saveLogo, savePhoto, wordsOnPhoto } from "./pictures.ts";
export { NO_PROGRESS, type Progress, type StepName } from "./progress.ts";
export { type JobList, readJobs } from "./read_jobs.ts";
export { type RefusedRecords, refusedRecords } from "./refused_records.ts";
export { type RepliedTo, replyToReview } from "./reply_to_review.ts";
export { type SettledVerification, settleVerification } from "./settle_verification.ts";
export type { StoreStatistics } from "./statistics.ts";
export {
  type JobProof,
  type NearMiss,
  type Rechecked,
  recheckJobRecords,
  type VerifiedByJobs,
  verifyByJobs,
} from "./verify_by_jobs.ts";
