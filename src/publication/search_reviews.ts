/**
 * Search over the reviews of a publication: puts names and cursors into the numbers of the search index, and its answer
 * into pages.
 *
 * @module
 */

import { foldText } from "../review/mod.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { countAtLeast, dateNumber, dateOfNumber } from "./date_column.ts";
import { aspectLabel, technicianFinder, termFinder } from "./mention_terms.ts";
import type { SearchMatch } from "./publication.ts";
import type { PublicationData } from "./publication_builder.ts";
import type { SearchIndex, SearchRequest } from "./search/mod.ts";
import { DEFAULT_LIMIT, isGiven, type SearchQuery } from "./search_query.ts";

/** The reviews, their search index, and a way to look up ids by ordinal. */
export interface SearchedReviews {
  readonly data: PublicationData;
  readonly index: SearchIndex;
  readonly idAt: (ordinal: number) => string;
}

/** The page of matches a query asks for. The function throws {@link InvalidCursor}. */
export function reviewSearch({ data, index, idAt }: SearchedReviews): (query: SearchQuery) => SearchMatch {
  const { dates, business, labels } = data;
  const findTechnician = technicianFinder(business, labels.technicians.names);
  const findService = termFinder(labels.services.names);
  const findArea = termFinder(labels.areas.names);
  const findAspect = termFinder(labels.aspects.names);
  const findLanguage = termFinder(labels.languages.names);
  const given = (name: string | undefined, find: (name: string) => number | null) =>
    isGiven(name) ? find(name) : undefined;

  const requestOf = (query: SearchQuery): SearchRequest => ({
    rating: query.rating,
    minRating: query.min_rating,
    since: query.since === undefined ? undefined : dateNumber(query.since),
    until: query.until === undefined ? undefined : dateNumber(query.until),
    needle: query.query,
    technician: given(query.mentions_technician, findTechnician),
    service: given(query.mentions_service, findService),
    area: given(query.mentions_area, findArea),
    aspect: given(query.mentions_aspect, (aspect) => findAspect(aspectLabel(aspect, query.sentiment))),
    language: given(query.language, (language) => findLanguage(foldText(language))),
    limit: query.limit ?? DEFAULT_LIMIT,
    after: query.cursor === undefined ? undefined : ordinalBefore(dates, idAt, query.cursor),
  });

  return (query) => {
    const request = requestOf(query);
    // One more than the page holds shows whether there is another page.
    const { ordinals, total, totalIsExact } = index.search({ ...request, limit: request.limit + 1 });
    const page = ordinals.slice(0, request.limit);
    const last = page.at(-1);
    const isLast = ordinals.length === page.length || last === undefined;
    const nextCursor = isLast ? null : writeCursor({ date: dateOfNumber(dates[last]!), id: idAt(last) });
    return { ordinals: page, total, totalIsExact, nextCursor };
  };
}

/** The last ordinal at or before a cursor's position. */
function ordinalBefore(dates: Int32Array, idAt: SearchedReviews["idAt"], cursor: string): number {
  const place = readCursor(cursor);
  const date = dateNumber(place.date);
  let low = countAtLeast(dates, date + 1);
  let high = countAtLeast(dates, date);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (idAt(middle) <= place.id) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
