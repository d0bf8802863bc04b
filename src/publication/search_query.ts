import { type Static, type TOptional, Type } from "typebox";
import { ContentRevision, Review } from "../review/mod.ts";
import { type BrokenRule, RULES } from "../schema_rules.ts";
import { CURSOR_PATTERN, readCursor } from "./cursor.ts";
import { FILTER_ROWS, type FILTERS, type FilterName, oneOf, PARTS } from "./filters.ts";
import { COUNTED_HITS, SEARCH_ORDERS, type SearchOrder } from "./search/mod.ts";

export const SEARCH_FILTERS = Object.fromEntries(
  FILTER_ROWS.map(([name, { description, schema }]) => [name, Type.Optional({ ...schema, description })]),
) as unknown as { readonly [Name in FilterName]: TOptional<(typeof FILTERS)[Name]["schema"]> };

/** Options of the schema of any object with filters. */
export const FILTER_CONDITIONS = {
  additionalProperties: false,
  dependentRequired: Object.fromEntries([...PARTS].map(([part, whole]) => [part, [whole]])),
  [RULES]: searchRules,
};

export const SearchHint = Type.Object(
  {
    parameter: Type.String({ description: "The search parameter to change" }),
    message: Type.String({ description: "Why it excludes reviews, and what the change finds" }),
    try: Type.Union([Type.String(), Type.Null()], {
      description: "A value for `parameter`; null to leave it out",
    }),
    change: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      description: "The whole change, by parameter: a value, or null to leave it out",
    }),
    finds: Type.Integer({ minimum: 1, description: "Reviews that match then; where text is searched, at least" }),
  },
  { additionalProperties: false, description: "Why a search found nothing or little, and a change that finds more" },
);
export type SearchHint = Static<typeof SearchHint>;

export const DEFAULT_LIMIT = 20;

export const SearchQuery = Type.Object(
  {
    ...SEARCH_FILTERS,
    sort: Type.Optional({
      ...oneOf<SearchOrder>(SEARCH_ORDERS),
      description:
        "newest (default): by date, then id; oldest: the reverse; highest, lowest: by stars, then newest; relevant, only " +
        "with `query` or `words`, and the default with `words`: side by side, then whole words, then other forms, then the " +
        "rest, each newest first",
    }),
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
export type SearchQuery = Static<typeof SearchQuery>;

/** Empty text filters nothing: forms and agents send it for blank fields. */
export function isSet<Value>(value: Value | undefined): value is Value {
  return value !== undefined && (typeof value !== "string" || value.trim() !== "");
}

/** Words are answered by relevance by default. */
export function orderOf({
  sort,
  words,
}: {
  readonly sort?: SearchOrder | undefined;
  readonly words?: string | undefined;
}): SearchOrder {
  return sort ?? (isSet(words) ? "relevant" : "newest");
}

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
      description:
        "Why nothing matches, or whether `words` finds more where `query` finds fewer than three, and what to change; else empty",
    }),
    revision: ContentRevision,
    reviews: Type.Array(Review, { description: "Matching reviews, in the order asked for" }),
  },
  { additionalProperties: false, description: "One page of matching reviews" },
);
export type SearchAnswer = Static<typeof SearchAnswer>;

/** Each takes a look-up. */
const MAX_WORDS = 20;

function searchRules(query: Readonly<Record<string, unknown>>): BrokenRule[] {
  return [...cursorOfAnotherSort(query), ...nothingToBeRelevantTo(query), ...tooManyWords(query)];
}

function cursorOfAnotherSort({ cursor, ...query }: Readonly<Record<string, unknown>>): BrokenRule[] {
  if (typeof cursor !== "string") return [];
  const { order } = readCursor(cursor);
  const sort = orderOf(query as SearchQuery);
  if (order === sort) return [];
  const message = `cursor belongs to sort=${order}; send that sort with it, or leave cursor out to start over`;
  return [{ path: ["cursor"], code: "conflict", message }];
}

function nothingToBeRelevantTo({ sort, query = "", words = "" }: Readonly<Record<string, unknown>>): BrokenRule[] {
  if (sort !== "relevant" || `${query}${words}`.trim() !== "") return [];
  const message = "sort=relevant requires query or words; add one of them, or choose another sort";
  return [{ path: ["sort"], code: "conflict", message }];
}

function tooManyWords({ words }: Readonly<Record<string, unknown>>): BrokenRule[] {
  if (typeof words !== "string" || words.length < 2 * MAX_WORDS) return [];
  if (words.trim().split(/\s+/).length <= MAX_WORDS) return [];
  return [{ path: ["words"], code: "maxWords", message: `words must be at most ${MAX_WORDS} words` }];
}
