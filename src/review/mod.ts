/**
 * The domain: schemas of businesses, reviews and ratings, and their rules.
 *
 * In: nothing. Out: schemas, types and pure rules that every other folder uses.
 * Never: where reviews come from, where they are stored, how they are shown.
 *
 * @module
 */

export * from "./aspects.ts";
export * from "./business.ts";
export * from "./business_record.ts";
export * from "./calendar.ts";
export * from "./color.ts";
export * from "./copies.ts";
export * from "./csv.ts";
export * from "./export_formats.ts";
export * from "./field_sets.ts";
export * from "./field_values.ts";
export * from "./fields.ts";
export * from "./identity.ts";
export * from "./judge_copies.ts";
export * from "./judge_proof.ts";
export * from "./masking.ts";
export * from "./mentions.ts";
export * from "./names.ts";
export * from "./opening_hours.ts";
export * from "./ratings.ts";
export * from "./review.ts";
export * from "./sources.ts";
export * from "./stored_profile.ts";
export * from "./text.ts";
export * from "./tsv.ts";
