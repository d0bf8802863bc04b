/**
 * What can be asked of a search, and the answer: one shape for REST, MCP and the pages.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import {
  ASPECT_IDS,
  ASPECT_SENTIMENTS,
  type AspectId,
  CalendarDate,
  Review,
  type ReviewAspect,
} from "../review/mod.ts";
import { CURSOR_PATTERN } from "./cursor.ts";
import { COUNTED_HITS } from "./search/mod.ts";

/** Default number of reviews on a page. */
export const DEFAULT_LIMIT = 20;

/** Schema of the search parameters. */
export const SearchQuery = Type.Object(
  {
    rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: "Exact star rating" })),
    min_rating: Type.Optional(Type.Number({ minimum: 1, maximum: 5, description: "Lowest star rating, inclusive" })),
    since: Type.Optional({ ...CalendarDate, description: "Reviews on or after this date, YYYY-MM-DD" }),
    until: Type.Optional({ ...CalendarDate, description: "Reviews on or before this date, YYYY-MM-DD" }),
    query: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "Substring of the review text, case-insensitive (after NFC); empty for any",
      }),
    ),
    mentions_technician: Type.Optional(
      Type.String({
        maxLength: 120,
        description:
          "Only reviews mentioning this technician: a name or alias of the catalog, case-insensitive; empty for any",
      }),
    ),
    mentions_service: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "Only reviews mentioning this service: an id of the catalog; empty for any",
      }),
    ),
    mentions_area: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "Only reviews mentioning this service area: an id of the catalog; empty for any",
      }),
    ),
    mentions_aspect: Type.Optional(
      Type.Unsafe<AspectId>({
        type: "string",
        enum: [...ASPECT_IDS],
        description: "Only reviews that mention this aspect: an id, as in a review's `aspects`",
      }),
    ),
    sentiment: Type.Optional(
      Type.Unsafe<ReviewAspect["sentiment"]>({
        type: "string",
        enum: [...ASPECT_SENTIMENTS],
        description: "Only reviews with this judgement of `mentions_aspect`; requires that parameter",
      }),
    ),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        description: "Only reviews in this language, BCP 47, as in `language`; empty for any",
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: DEFAULT_LIMIT,
        description: "Maximum number of reviews returned",
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        pattern: CURSOR_PATTERN,
        examples: ["2026-05-01.r17"],
        description: "`next_cursor` of the previous response; keep the filters the same",
      }),
    ),
  },
  {
    additionalProperties: false,
    dependentRequired: { sentiment: ["mentions_aspect"] } as const,
    description: "Search filters, combined with AND",
  },
);
/** Search parameters that have passed validation. */
export type SearchQuery = Static<typeof SearchQuery>;

/** An empty name filters nothing, as empty text does: forms and agents send it for fields left blank. */
export function isGiven(name: string | undefined): name is string {
  return name !== undefined && name.trim() !== "";
}

/** Schema of one page of search results. */
export const SearchAnswer = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: "Matching reviews, across all pages" }),
    total_is_exact: Type.Boolean({
      description: `False when more reviews match than were counted (beyond ${COUNTED_HITS} substring hits)`,
    }),
    count: Type.Integer({ minimum: 0, description: "Reviews in this response" }),
    limit: Type.Integer({ minimum: 1, maximum: 100, description: "The limit that was applied" }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Pass as `cursor` for the next page; null on the last",
    }),
    reviews: Type.Array(Review, { description: "Matching reviews, newest first" }),
  },
  { additionalProperties: false, description: "One page of matching reviews" },
);
/** One page of search results. */
export type SearchAnswer = Static<typeof SearchAnswer>;
