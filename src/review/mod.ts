/**
 * The language of the domain: what a business, a review and a rating are, and the rules they obey.
 *
 * In: nothing. Out: schemas, types and pure rules that every other folder speaks.
 * Never: where reviews come from, where they are kept, how they are shown.
 *
 * @module
 */
export * from "./add_up_ratings.ts";
export * from "./aggregate_rating.ts";
export { AlsoAt } from "./also_at.ts";
export { ASPECT_IDS, ASPECT_NAMES, type AspectId } from "./aspect_ids.ts";
export * from "./aspects.ts";
export { overridesOf } from "./bidi.ts";
export * from "./business.ts";
export * from "./calendar.ts";
export * from "./calendar_date.ts";
export * from "./calendar_period.ts";
export { compile, objectLiteral } from "./compile.ts";
export { ContentRevision } from "./content_revision.ts";
export { type ConvertedRatings, convertedRatings } from "./converted_ratings.ts";
export * from "./csv.ts";
export {
  DRAFT_FIELDS,
  fieldsWhere,
  GIVEN_FIELDS,
  type JsonPlace,
  KEPT_FIELDS,
  PUBLIC_FIELDS,
  PUBLISHED_FIELDS,
  placeOf,
  SAID_FIELDS,
} from "./field_lists.ts";
export type { FieldSpec } from "./field_spec.ts";
export type {
  DraftField,
  ExportField,
  FieldName,
  FieldValue,
  GivenField,
  JobStrength,
  KeptField,
  PublicField,
  PublishedReview,
  SaidField,
  StoredReview,
  VerificationMethod,
} from "./field_types.ts";
export { FIELD_GROUPS, JOB_STRENGTHS, MAX_TEXT_LENGTH, REVIEW_FIELDS, VERIFICATION_METHODS } from "./fields.ts";
export { foldText } from "./fold.ts";
export type { ChangeNotes, History, Withdrawal } from "./history.ts";
export * from "./identity.ts";
export * from "./known_date.ts";
export { KNOWN_LICENSES, licenseNamed } from "./known_licenses.ts";
export * from "./license.ts";
export * from "./masking.ts";
export * from "./mentions.ts";
export * from "./names.ts";
export * from "./photo.ts";
export * from "./picture.ts";
export * from "./proof/mod.ts";
export { publicBusiness } from "./public_business.ts";
export * from "./review.ts";
export { hideReviewerName, type ReviewerName } from "./reviewer_name.ts";
export * from "./sources/recognise_source.ts";
export { type RegisteredSource, SOURCES } from "./sources/registry.ts";
export * from "./text.ts";
export * from "./translation_envelope.ts";
export * from "./withholding_reason.ts";
export { counted, groupedDigits, listed, monthInWords, monthName } from "./wording.ts";
