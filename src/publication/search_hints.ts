/**
 * Explains a search that found nothing: names that nobody knows, words that stand nowhere, filters that rule each other out.
 *
 * @module
 */
import { nearestName } from "../nearest_name.ts";
import { recogniseSource } from "../review/mod.ts";
import type { Publication } from "./publication.ts";
import { SEARCH_FILTERS } from "./search_filters.ts";
import type { SearchHint } from "./search_hint.ts";
import type { SearchQuery } from "./search_query.ts";

type FilterName = keyof typeof SEARCH_FILTERS;
type Asked = Pick<Publication, "business" | "searchNames" | "hasMatch">;

/** Why `query`, which matches nothing, does not; the surest reasons first. Empty when there is nothing to change. */
export function searchHints(publication: Asked, query: SearchQuery): SearchHint[] {
  const filters = filtersOf(query);
  const [hint, ...others] = [...unknownNames(publication, filters), ...wrongWords(publication, filters)];
  return hint === undefined ? rulingOut(publication, filters) : [hint, ...others];
}

type Filters = Partial<Pick<SearchQuery, FilterName>>;

/** What narrows the search down: what is left empty does not. */
function filtersOf(query: SearchQuery): Filters {
  const given = Object.entries(query).filter(
    ([name, value]) => name in SEARCH_FILTERS && String(value ?? "").trim() !== "",
  );
  return Object.fromEntries(given);
}

/** Names that are not in the catalog, or that no review carries. */
function unknownNames({ business, searchNames, hasMatch }: Asked, filters: Filters): SearchHint[] {
  const spellings = (entries: readonly { id: string; name: string; aliases?: readonly string[] }[]) =>
    entries.flatMap(({ id, name, aliases = [] }) => [name, ...aliases, id]);
  const catalogs: Partial<Record<FilterName, { readonly what: string; readonly known: readonly string[] }>> = {
    mentions_technician: { what: "technician", known: spellings(business.technicians) },
    mentions_service: { what: "service", known: spellings(business.services) },
    mentions_area: { what: "service area", known: spellings(business.service_areas) },
    source: { what: "source", known: searchNames.sources },
    language: { what: "language", known: searchNames.languages },
  };
  return Object.entries(catalogs).flatMap(([parameter, { what, known }]) => {
    const asked = filters[parameter as FilterName];
    if (typeof asked !== "string" || hasMatch({ [parameter]: asked })) return [];
    const wanted = parameter === "source" ? recogniseSource(asked) : asked.trim().toLowerCase();
    if (known.some((name) => name.toLowerCase() === wanted)) {
      return [{ parameter, message: `No review has the ${what} ${quoted(asked)}`, try: null }];
    }
    const nearest = nearestName(asked, known);
    const advice = nearest === null ? listed(known) : `did you mean ${quoted(nearest)}?`;
    return [{ parameter, message: `No ${what} is called ${quoted(asked)}; ${advice}`, try: nearest }];
  });
}

/** Words that no review has, and texts that stand nowhere in one piece. */
function wrongWords({ hasMatch }: Asked, filters: Filters): SearchHint[] {
  const { query, words, ...others } = filters;
  const hints: SearchHint[] = [];
  const asked = words?.trim().split(/\s+/) ?? [];
  const missing = asked.filter((word) => !hasMatch({ words: word }));
  if (missing.length > 0) {
    const message = `No review has a word that begins with ${missing.map(quoted).join(" or ")}`;
    const left = asked.filter((word) => !missing.includes(word)).join(" ");
    hints.push({ parameter: "words", message, try: left === "" ? null : left });
  }
  const isAlone = Object.keys(filters).length === 1;
  if (query === undefined || (!isAlone && hasMatch({ query }))) return hints;
  const isInPieces = words === undefined && /\s/.test(query.trim()) && hasMatch({ ...others, words: query.trim() });
  const message = `No review contains ${quoted(query)} as one piece`;
  if (isInPieces) {
    hints.push({ parameter: "words", message: `${message}; search for its words instead of query`, try: query.trim() });
  } else {
    hints.push({ parameter: "query", message: `${message}; try a shorter part of it`, try: null });
  }
  return hints;
}

/** Filters that each match something, but not together. */
function rulingOut({ hasMatch }: Asked, filters: Filters): SearchHint[] {
  const names = Object.keys(filters) as FilterName[];
  const without = (name: FilterName) => {
    const { [name]: _left, ...others } = filters;
    if (name !== "mentions_aspect") return others;
    // A side means nothing without what it is a side of.
    const { sentiment: _side, ...rest }: Filters = others;
    return rest;
  };
  const alone = names.filter((name) => name !== "sentiment" && !hasMatch(companionsOf(name, filters)));
  if (alone.length > 0) {
    return alone.map((name) => ({ parameter: name, message: `No review matches ${shown(name, filters)}`, try: null }));
  }
  const inTheWay = names.filter((name) => hasMatch(without(name)));
  if (inTheWay.length > 0) {
    return inTheWay.map((parameter) => ({
      parameter,
      message: `Reviews match the other filters, but none of them ${shown(parameter, filters)}`,
      try: null,
    }));
  }
  return names.slice(0, 1).map((parameter) => {
    return {
      parameter,
      message: "Each filter matches reviews, but no two of them go together; leave out several",
      try: null,
    };
  });
}

function companionsOf(name: FilterName, filters: Filters): SearchQuery {
  const { sentiment } = filters;
  return { [name]: filters[name], ...(name === "mentions_aspect" && sentiment !== undefined && { sentiment }) };
}

function shown(name: FilterName, filters: Filters): string {
  return `${name}=${filters[name]}`;
}

function listed(known: readonly string[]): string {
  if (known.length === 0) return "the catalog has none";
  const few = known.slice(0, 8).map(quoted).join(", ");
  return `known ${known.length > 8 ? "are, among others," : "are"} ${few}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
