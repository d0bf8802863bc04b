/**
 * Turns review files, in our own format and others, into drafts for the store.
 *
 * In: bytes with a file name, and the owner's options. Out: checked, normalised, masked drafts, and problems.
 * Never: the file system, the database, what happens to a draft.
 *
 * @module
 */

export { type BusinessFault, checkBusiness } from "./business.ts";
export { emailIn, isShortenedNumber, telephoneIn } from "./check_fields.ts";
export { describeRivals } from "./columns/assign.ts";
export { COLUMN_ROLES, type ColumnRole } from "./columns/column_words.ts";
export {
  DATE_FORMATS,
  type DateFormat,
  detectDateFormat,
  namedDateFormat,
  readDate,
  writtenInstant,
} from "./columns/date_format.ts";
export type { JobColumn, JobState } from "./columns/job_words.ts";
export { firstValues } from "./columns/required.ts";
export { businessAfter, completeBusiness } from "./complete_business.ts";
export { consentKindOf, mentionsRefusal, readConsent } from "./consent.ts";
export { declaredDialect } from "./csv.ts";
export { customersOwn, foreignContacts } from "./customer_contacts.ts";
export { decodeText, encodingOf, MAX_IMPORT_BYTES } from "./decode.ts";
export {
  CONSENT_ANSWERS,
  type ConsentColumn,
  HOW_CONSENT_IS_ANSWERED,
  HOW_STATUS_IS_ANSWERED,
  JOB_ROLES,
  JOB_VOCABULARY,
  type JobAnswers,
  type JobColumns,
  type JobHints,
  jobColumnsOf,
  jobRoleOf,
  jobStatusReader,
  plainJobColumn,
  type RememberedJobHints,
  requireKnownJobs,
  type SharedCells,
  STATUS_ANSWERS,
  statusAnswersOf,
  statusKey,
  understoodConsents,
} from "./job_columns.ts";
export {
  firstValue,
  requireJobColumns,
  requireKnownEmail,
  requireKnownService,
  requireKnownStatus,
} from "./job_questions.ts";
export {
  combineStates,
  isPlannedDay,
  readStatus,
  type StatusKind,
  statusKindOf,
} from "./job_status.ts";
export { MODERATION_ANSWERS, readModerationOption } from "./moderation.ts";
export { ALL_PLACES, describeProblem, type InputQuestion, NeedsInput, overwriteQuestion } from "./problem.ts";
export { readImport, readListed } from "./read_import.ts";
export { openTable } from "./read_tables.ts";
export * from "./reading.ts";
export { MAX_IMPORT_RECORDS } from "./reading_builder.ts";
export { documentOfPage } from "./schema_org.ts";
export { isZip, openZip } from "./zip.ts";
