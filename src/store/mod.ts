/**
 * Persistence, and the decisions about stored data. The database itself belongs to the adapters.
 *
 * In: drafts of reviews, commands of the owner, subscriptions. Out: the edition a publication is built from.
 * Never: a request, a document, an external format, any SQL.
 *
 * @module
 */

export type { Analyst } from "./analyze.ts";
export { countOutdated, reanalyzeStale } from "./analyze.ts";
export type * from "./businesses.ts";
export { CONSOLE_STORE, comparableAddress, isBusinessId, withoutDefaultPort } from "./businesses.ts";
export { readContactHashes } from "./contact_hashes.ts";
export type { PublicationName, SharedPublications } from "./database.ts";
export type * from "./edition_store.ts";
export { instantOfChange, instantOfRank } from "./edition_store.ts";
export type * from "./fleet.ts";
export { CLOCK_STEP_MS, LEASE_MS, leaveFleet, MARGIN_MS, MAX_LEASE_MS, renewLease } from "./fleet.ts";
export type * from "./import_changes.ts";
export {
  findReview,
  findReviews,
  listReviews,
  readBusiness,
  readLog,
  readRemoval,
  readStatistics,
  type Statistics,
} from "./lookups.ts";
export type { BusinessList } from "./queries/business_list.ts";
export type { ConsoleReads, ConsoleWrites, StoredPasskey, StoredPerson, StoredSession } from "./queries/console.ts";
export { type ContentRow, type Contents, type MoveOutcome, moveContents } from "./queries/contents.ts";
export type { Edition } from "./queries/editions.ts";
export type { PersonRole } from "./queries/invitation_tables.ts";
export type { JobReads, JobWrites } from "./queries/jobs.ts";
export type { LogReads, LogState } from "./queries/log_rows.ts";
export type { ListedReview, Listing, OneStarReview, UnverifiedReview } from "./queries/review_reads.ts";
export type { SubscriptionRecord } from "./queries/subscriptions.ts";
export type * from "./review_store.ts";
export {
  evidenceSalt,
  isLicenseDeclined,
  isLicenseUndecided,
  type RememberedHints,
  readEvidenceSalt,
  readImportHints,
  readJobHints,
  readNamePolicy,
  saveImportHints,
  saveJobHints,
  saveNamePolicy,
  sessionKey,
} from "./settings.ts";
export type * from "./store.ts";
export type { StoredReview } from "./stored_review.ts";
