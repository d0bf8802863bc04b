/**
 * What can be asked of a search, and the answer: one shape for REST, MCP and the pages.
 *
 * @module
 */
import { type Static, Type } from "typebox";
import { ContentRevision, Review } from "../review/mod.ts";
import { CURSOR_PATTERN } from "./cursor.ts";
import { COUNTED_HITS, SEARCH_ORDERS, type SearchOrder } from "./search/mod.ts";
import { FILTER_CONDITIONS, oneOf, SEARCH_FILTERS } from "./search_filters.ts";
import { SearchHint } from "./search_hint.ts";

/** Default number of reviews on a page. */
export const DEFAULT_LIMIT = 20;

/** Schema of the search parameters. */
export const SearchQuery = Type.Object(
  {
    ...SEARCH_FILTERS,
    sort: oneOf<SearchOrder>(
      SEARCH_ORDERS,
      "newest (default): by date, then id; oldest: the reverse; highest, lowest: by stars, then newest; relevant, only " +
        "with `query` or `words`: all words in the title, then all as whole words, then the rest, each newest first",
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
        description: "`next_cursor` of the previous response; keep filters and sort the same",
      }),
    ),
  },
  { ...FILTER_CONDITIONS, description: "Search filters, combined with AND, and how to page through what they find" },
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
      description: `False when more reviews match than were counted (beyond ${COUNTED_HITS} hits of query or words)`,
    }),
    count: Type.Integer({ minimum: 0, description: "Reviews in this response" }),
    limit: Type.Integer({ minimum: 1, maximum: 100, description: "The limit that was applied" }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Pass as `cursor` for the next page; null on the last",
    }),
    hints: Type.Array(SearchHint, {
      description: "Why nothing matches and what to change; empty when something does",
    }),
    revision: ContentRevision,
    reviews: Type.Array(Review, { description: "Matching reviews, in the order asked for" }),
  },
  { additionalProperties: false, description: "One page of matching reviews" },
);
/** One page of search results. */
export type SearchAnswer = Static<typeof SearchAnswer>;
