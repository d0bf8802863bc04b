/** Puts names and cursors into the numbers of the search index, and its answer into pages. */

import { memo } from "../memo.ts";
import { countAtLeast, dateNumber, dateOfNumber, firstWithout } from "./columns.ts";
import { InvalidCursor, readCursor, writeCursor } from "./cursor.ts";
import { FILTER_ROWS, type FilterName, type LabelColumn, mapLabels } from "./filters.ts";
import { catalogNames } from "./mention_terms.ts";
import type { Publication } from "./publication.ts";
import type { PublicationData } from "./publication_builder.ts";
import type { CatalogNames, SearchIndex, SearchOrder, SearchPlace, SearchRequest } from "./search/mod.ts";
import { DEFAULT_LIMIT, isSet, orderOf, type SearchQuery } from "./search_query.ts";

interface SearchedReviews {
  readonly data: PublicationData;
  readonly index: SearchIndex;
  readonly idAt: (ordinal: number) => string;
}

export function reviewSearch(
  reviews: SearchedReviews,
): Pick<Publication, "search" | "meaningOf" | "count" | "hasMatch"> {
  const { data, index, idAt } = reviews;
  const requestOf = requestReader(reviews);
  return {
    search(query) {
      const { limit = DEFAULT_LIMIT } = query;
      // One more shows whether there is another page.
      const request = requestOf(query, limit + 1);
      const { ordinals, strata, total, totalIsExact } = index.search(request);
      if (ordinals.length <= limit) return { ordinals, total, totalIsExact, nextCursor: null };
      const page = ordinals.slice(0, limit);
      const last = page[limit - 1] ?? 0;
      const date = dateOfNumber(data.dates[last] ?? 0);
      const stratum = strata[page.length - 1] ?? 0;
      const nextCursor = writeCursor({ order: request.order, stratum, date, id: idAt(last) });
      return { ordinals: page, total, totalIsExact, nextCursor };
    },
    meaningOf: (words, language) => index.meaningOf(words, namedIn(data, index), language),
    count: (query) => index.count(requestOf(query, 1)),
    hasMatch: (query) => index.has(requestOf(query, 1)),
  };
}

type OrderedRequest = SearchRequest & { readonly order: SearchOrder };

function requestReader({ data, index, idAt }: SearchedReviews): (query: SearchQuery, limit: number) => OrderedRequest {
  const { dates, business } = data;
  const finders = mapLabels(({ column, finder }) => finder(data.labels[column].names, business));
  return (query, limit) => {
    const { cursor, language } = query;
    const order = orderOf(query);
    const labels: Partial<Record<LabelColumn, number | null>> = {};
    const catalog = isSet(query.words) || order === "relevant" ? namedIn(data, index) : undefined;
    const after = cursor === undefined ? undefined : placeOf(cursor, order, dates, idAt);
    const request = { labels, language, catalog, order, limit, after };
    for (const name in query) {
      const value = query[name as FilterName];
      const { labels: own, condition } = FILTER_BY_NAME.get(name) ?? {};
      if (own !== undefined && isSet(value)) labels[own.column] = finders[own.column](value, query);
      else if (condition !== undefined && value !== undefined) Object.assign(request, condition(value, business));
    }
    return Object.assign(request, signsOf(query));
  };
}

const WORD = /[\p{L}\p{M}\p{N}]/u;

/** Signs alone, such as "$", are no words: they are found as `query` finds them. */
function signsOf({ query, words = "" }: SearchQuery): Pick<SearchRequest, "needle" | "words"> | null {
  const signs = words.trim();
  return isSet(query) || signs === "" || WORD.test(signs) ? null : { needle: signs, words: "" };
}

function namedIn({ business, labels }: PublicationData, index: SearchIndex): CatalogNames {
  const { technicians, services, areas, aspects } = labels;
  const names = {
    technicians: technicians.names,
    services: services.names,
    areas: areas.names,
    aspects: aspects.names,
  };
  return memo(index, "catalog names", () => catalogNames(business, names, (...label) => index.termOf(...label)));
}

const FILTER_BY_NAME = new Map<string, (typeof FILTER_ROWS)[number][1]>(FILTER_ROWS);

/** Position of a cursor's review in the order, or where it would be. */
function placeOf(cursor: string, order: SearchOrder, dates: Int32Array, idAt: SearchedReviews["idAt"]): SearchPlace {
  const place = readCursor(cursor);
  if (place.order !== order) throw new InvalidCursor();
  const date = dateNumber(place.date);
  const isPassed = order === "oldest" ? (id: string) => id < place.id : (id: string) => id <= place.id;
  const first = countAtLeast(dates, date + 1);
  const end = countAtLeast(dates, date);
  const at = firstWithout(first, end, (ordinal) => isPassed(idAt(ordinal)));
  return { stratum: place.stratum, ordinal: order === "oldest" ? at : at - 1 };
}
