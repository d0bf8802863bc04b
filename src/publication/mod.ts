/**
 * Builds everything public at one revision, and answers every query about it from memory.
 *
 * In: an edition read from the store. Out: an immutable {@link Publication}.
 * Never: the database, a request, the format of a feed or page.
 *
 * @module
 */
export * from "./answers.ts";
export * from "./changes/mod.ts";
export { InvalidCursor } from "./cursor.ts";
export { spellingsOf } from "./mention_terms.ts";
export { openPublication, type PublicationParts } from "./open_publication.ts";
export * from "./publication.ts";
export { PublicationBuilder, type PublicationData } from "./publication_builder.ts";
export type { PublicationInput } from "./publication_input.ts";
export { reviewJson } from "./review_json.ts";
export {
  buildScannedIndex,
  type PlannedSegment,
  SearchIndex,
  type SearchIndexData,
  type SearchOrder,
  type SegmentPlace,
  transferablesOf,
  withGrams,
  withKeptGrams,
} from "./search/mod.ts";
export { FILTER_CONDITIONS, SEARCH_FILTERS } from "./search_filters.ts";
export { SearchHint } from "./search_hint.ts";
export { searchHints } from "./search_hints.ts";
export { isGiven, SearchAnswer, SearchQuery } from "./search_query.ts";
export { transparencyOf } from "./transparency.ts";
