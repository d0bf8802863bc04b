/**
 * Explains a search that found nothing: names that nobody knows, words that stand nowhere, filters that rule each other out.
 *
 * @module
 */
import { nearestName } from "../nearest_name.ts";
import { foldText } from "../review/mod.ts";
import { FILTER_ROWS, type FilterName, type FilterValues } from "./filters.ts";
import { memo } from "./memo.ts";
import type { Publication } from "./publication.ts";
import { isSet, type SearchHint, type SearchQuery } from "./search_query.ts";

/** Each takes a search or two, and the first few say what to do. */
const MOST_HINTS = 3;

type Asked = Pick<Publication, "business" | "searchNames" | "hasMatch" | "trial">;

/** Why `query`, which matches nothing, does not; the surest reasons first. Empty when there is nothing to change. */
export function searchHints(publication: Asked, query: SearchQuery): SearchHint[] {
  const filters = filtersOf(query);
  const unknown = unknownNames(publication, filters);
  if (unknown.length > 0) return unknown;
  const hints = inTheWay(publication, filters).map((name) => hint(publication, name, filters));
  return hints.length > 0 ? hints : Object.keys(filters).slice(0, 1).map(leaveOutSeveral);
}

/** What narrows the search down, in the order of the schema, whichever door it came by; what is left empty does not. */
function filtersOf(query: SearchQuery): FilterValues {
  return Object.fromEntries(
    FILTER_ROWS.map(([name]) => [name, query[name]] as const).filter(([, value]) => isSet(value)),
  );
}

/** Names that nothing goes by. */
function unknownNames(asked: Asked, filters: FilterValues): SearchHint[] {
  return FILTER_ROWS.flatMap(([parameter, { names }]) => {
    const name = filters[parameter];
    if (names === undefined || typeof name !== "string") return [];
    const { of: what, fold = (given) => given.trim() } = names;
    const known = names.known(asked);
    const folded = memo(asked, `names for ${parameter}`, () => new Set(known.map(foldText)));
    if (folded.has(foldText(fold(name))) || asked.hasMatch({ [parameter]: name })) return [];
    const nearest = nearestName(name, known);
    const advice = nearest === null ? listed(known) : `did you mean ${quoted(nearest)}?`;
    return [{ parameter, message: `No ${what} is called ${quoted(name)}; ${advice}`, try: nearest }];
  });
}

/** The filters without which something matches; when there are none, those that match nothing by themselves. */
function inTheWay({ trial }: Asked, filters: FilterValues): FilterName[] {
  const names = Object.keys(filters) as FilterName[];
  const { hasWithout, hasOnly } = trial(filters);
  const without = firstOf(names, hasWithout);
  return without.length > 0 ? without : firstOf(names, (name) => !hasOnly(name));
}

function firstOf(names: readonly FilterName[], is: (name: FilterName) => boolean): FilterName[] {
  const found: FilterName[] = [];
  for (const name of names) {
    if (found.length < MOST_HINTS && is(name)) found.push(name);
  }
  return found;
}

function hint(asked: Asked, parameter: FilterName, filters: FilterValues): SearchHint {
  const { query, words } = filters;
  const isAlone = Object.keys(filters).length === 1;
  if (parameter === "query" && query !== undefined) return queryHint(asked, query, filters, isAlone);
  if (parameter === "words" && words !== undefined) {
    const missing = missingWords(asked, words);
    if (missing !== null) return missing;
  }
  const shown = `${parameter}=${filters[parameter]}`;
  const message = isAlone
    ? `No review matches ${shown}`
    : `Reviews match the other filters, but none of them matches ${shown} as well`;
  return { parameter, message, try: null };
}

function leaveOutSeveral(parameter: string): SearchHint {
  const message = "Each filter matches reviews, but no review matches all but one of them; omit several";
  return { parameter, message, try: null };
}

function queryHint({ hasMatch }: Asked, query: string, filters: FilterValues, isAlone: boolean): SearchHint {
  const { query: _query, ...others } = filters;
  const where = isAlone || !hasMatch({ query }) ? "No review" : "None of the reviews that match the other filters";
  const message = `${where} contains the phrase ${quoted(query)}`;
  const words = query.trim();
  if (filters.words === undefined && /\s/.test(words) && hasMatch({ ...others, words })) {
    return { parameter: "words", message: `${message}; search for its words instead of query`, try: words };
  }
  return { parameter: "query", message: `${message}; try a shorter part of it`, try: null };
}

/** Names the words that no review has; null when each is somewhere. */
function missingWords({ hasMatch }: Asked, words: string): SearchHint | null {
  const asked = words.trim().split(/\s+/);
  const missing = asked.filter((word) => !hasMatch({ words: word }));
  if (missing.length === 0) return null;
  const left = asked.filter((word) => !missing.includes(word)).join(" ");
  const message = `No review has a word that begins with ${missing.map(quoted).join(" or ")}`;
  return { parameter: "words", message, try: left === "" ? null : left };
}

function listed(known: readonly string[]): string {
  if (known.length === 0) return "there are none";
  const few = known.slice(0, 8).map(quoted).join(", ");
  return `known ${known.length > 8 ? "are, among others," : "are"} ${few}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
