/**
 * Builds everything public at one revision, and answers every query about it from memory.
 *
 * In: an edition read from the store. Out: an immutable {@link Publication}.
 * Never: the database, a request, the format of a feed or page.
 *
 * @module
 */
export * from "./answers.ts";
export type { LogPlace } from "./change_log.ts";
export { changesAnswer } from "./changes_answer.ts";
export { NO_SCRATCH, type Scratch } from "./columns.ts";
export {
  CHANGE_CURSOR_PATTERN,
  type ChangePlace,
  InvalidCursor,
  readChangeCursor,
  writeChangeCursor,
} from "./cursor.ts";
export { describeFilter, FILTERS, type FilterName, type FilterValues, withoutFilter } from "./filters.ts";
export { spellingsOf } from "./mention_terms.ts";
export { openPublication } from "./open_publication.ts";
export * from "./publication.ts";
export { PublicationBuilder, type PublicationData } from "./publication_builder.ts";
export { transparencyOf } from "./published_record.ts";
export { SEARCH_ORDERS, SearchIndex, type SearchIndexData, type SearchOrder, wordsMeant } from "./search/mod.ts";
export { searchHints } from "./search_hints.ts";
export {
  FILTER_CONDITIONS,
  isSet,
  orderOf,
  SEARCH_FILTERS,
  SearchAnswer,
  SearchHint,
  SearchQuery,
} from "./search_query.ts";
