/**
 * The language of the domain: what a business, a review and a rating are, and the rules they obey.
 *
 * In: nothing. Out: schemas, types and pure rules that every other folder speaks.
 * Never: where reviews come from, where they are kept, how they are shown.
 *
 * @module
 */

export { ASPECT_IDS, type AspectId, RATED_ASPECTS, type RatedAspect } from "./aspects.ts";
export * from "./business.ts";
export * from "./calendar.ts";
export * from "./copies.ts";
export * from "./csv.ts";
export * from "./export_formats.ts";
export {
  compile,
  DRAFT_FIELDS,
  type DraftField,
  type ExportField,
  type FieldName,
  type FieldValue,
  fieldsWhere,
  GIVEN_FIELDS,
  type GivenField,
  type JobStrength,
  KEPT_FIELDS,
  type KeptField,
  objectLiteral,
  type Provenance,
  PUBLIC_FIELDS,
  PUBLISHED_FIELDS,
  type PublicField,
  type PublishedReview,
  placeOf,
  SAID_FIELDS,
  type SaidField,
  type StoredReview,
  type VerificationMethod,
} from "./field_sets.ts";
export * from "./field_values.ts";
export * from "./fields.ts";
export {
  FIELD_GROUPS,
  type FieldSpec,
  MAX_TEXT_LENGTH,
  PROVENANCES,
  REVIEW_FIELDS,
  VERIFICATION_METHODS,
} from "./fields.ts";
export * from "./identity.ts";
export {
  CONTACT_KINDS,
  type ContactHasher,
  type ContactHashes,
  type ContactKind,
  contactHasher,
  type Doubt,
  type FinishedJob,
  foldInvoice,
  foldWholeName,
  judgeProofs,
  type Proof,
  type ReviewToProve,
} from "./judge_proof.ts";
export * from "./kept_business.ts";
export * from "./masking.ts";
export * from "./mentions.ts";
export * from "./names.ts";
export { hideReviewerName, type ReviewerName } from "./names.ts";
export * from "./opening_hours.ts";
export * from "./ratings.ts";
export * from "./record.ts";
export * from "./review.ts";
export * from "./sources.ts";
export * from "./text.ts";
export { rowsOf } from "./tsv.ts";
