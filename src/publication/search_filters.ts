/**
 * The filters of a search: all that narrows down the reviews, for every door that takes filters.
 *
 * @module
 */
import { Type } from "typebox";
import {
  ASPECT_IDS,
  ASPECT_SENTIMENTS,
  type AspectId,
  CalendarDate,
  type ReviewAspect,
  VERIFICATION_METHODS,
  type VerificationMethod,
} from "../review/mod.ts";
import { RULES } from "../schema_rules.ts";
import { searchRules } from "./search_rules.ts";

/** Schema of one of some words. A plain enumeration, since a union of constants is more than some clients understand. */
export function oneOf<Word extends string>(words: readonly Word[], description: string) {
  return Type.Optional(Type.Unsafe<Word>({ type: "string", enum: [...words], description }));
}

/** What filters must have in common, as options of the schema of an object that has them. */
export const FILTER_CONDITIONS = {
  additionalProperties: false,
  dependentRequired: { sentiment: ["mentions_aspect"] },
  [RULES]: searchRules,
};

/** The schema of each filter. */
export const SEARCH_FILTERS = {
  rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: "Exact star rating" })),
  min_rating: Type.Optional(Type.Number({ minimum: 1, maximum: 5, description: "Lowest star rating, inclusive" })),
  max_rating: Type.Optional(Type.Number({ minimum: 1, maximum: 5, description: "Highest star rating, inclusive" })),
  since: Type.Optional({ ...CalendarDate, description: "Reviews on or after this date, YYYY-MM-DD" }),
  until: Type.Optional({ ...CalendarDate, description: "Reviews on or before this date, YYYY-MM-DD" }),
  updated_since: Type.Optional({
    ...CalendarDate,
    description: "Reviews added, edited or replied to on or after this date, by `updated_at`",
  }),
  query: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Substring of the review's text or title, case-insensitive (after NFC); empty for any",
    }),
  ),
  words: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "Words in any order, each of which begins a word of the review's text or title; empty for any",
    }),
  ),
  mentions_technician: Type.Optional(
    Type.String({
      maxLength: 120,
      description:
        "Only reviews mentioning this technician: a name, alias or id of the catalog, case-insensitive; empty for any",
    }),
  ),
  mentions_service: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "Only reviews mentioning this service: an id or name of the catalog; empty for any",
    }),
  ),
  mentions_area: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "Only reviews mentioning this service area: an id, name or alias of the catalog; empty for any",
    }),
  ),
  mentions_aspect: oneOf<AspectId>(
    ASPECT_IDS,
    "Only reviews that mention this aspect: an id, as in a review's `aspects`",
  ),
  sentiment: oneOf<ReviewAspect["sentiment"]>(
    ASPECT_SENTIMENTS,
    "Only reviews with this judgement of `mentions_aspect`; requires that parameter",
  ),
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description: "Only reviews in this language, BCP 47, as in `language`; empty for any",
    }),
  ),
  source: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "Only reviews from this source, as in `source.name`, however spelled; empty for any",
    }),
  ),
  verification: oneOf<VerificationMethod>(
    VERIFICATION_METHODS,
    "Only reviews verified by this method; none of `none` are published",
  ),
  has_reply: Type.Optional(
    Type.Boolean({ description: "Only reviews with (true) or without (false) a reply by the business" }),
  ),
};

/** The name of a filter. */
export type FilterName = keyof typeof SEARCH_FILTERS;

/** Tries a query's filters: one by one left out, or alone. */
export interface FilterTrial {
  /** Whether any review matches all others; without an aspect its `sentiment` means nothing and is left out, too. */
  hasWithout(filter: FilterName): boolean;
  /** Whether any review matches this one; a `sentiment` goes with its aspect. */
  hasOnly(filter: FilterName): boolean;
}
