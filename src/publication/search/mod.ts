/**
 * Search over the reviews of a publication: filters, words as people mean them, and case-insensitive substrings, from memory.
 *
 * In: columns of reviews, newest first. Out: ordinals of matches and their total.
 * Never: what a review looks like, how a request or a cursor is written.
 *
 * Why it is made this way: docs/decisions/0004-search-index.md.
 *
 * @module
 */

export { buildSearchIndex, type SearchIndexData, type SearchInput } from "./build_search_index.ts";
export type { MentionLists } from "./filter_terms.ts";
export { FoldedTextsWriter } from "./folded_texts.ts";
export type { CatalogNames, MeantWords } from "./meaning.ts";
export {
  COUNTED_HITS,
  SEARCH_ORDERS,
  SearchIndex,
  type SearchOrder,
  type SearchPlace,
  type SearchRequest,
  type SearchResult,
} from "./search_index.ts";
export { foldedWords, isFunctionWord, primaryLanguage, wordKey, wordsMeant } from "./word_keys.ts";
