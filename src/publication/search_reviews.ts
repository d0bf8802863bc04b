/**
 * Search over the reviews of a publication: puts names and cursors into the numbers of the search index, and its answer
 * into pages.
 *
 * @module
 */

import { type CalendarDate, foldText, recogniseSource, startOfDay } from "../review/mod.ts";
import { InvalidCursor, readCursor, writeCursor } from "./cursor.ts";
import { countAtLeast, dateNumber, dateOfNumber } from "./date_column.ts";
import { aspectLabel, catalogFinder, replyLabel, technicianFinder, termFinder } from "./mention_terms.ts";
import type { SearchMatch } from "./publication.ts";
import type { PublicationData } from "./publication_builder.ts";
import type { SearchIndex, SearchOrder, SearchPlace, SearchRequest } from "./search/mod.ts";
import type { FilterName, FilterTrial } from "./search_filters.ts";
import { DEFAULT_LIMIT, isGiven, type SearchQuery } from "./search_query.ts";

/** The reviews, their search index, and a way to look up ids by ordinal. */
export interface SearchedReviews {
  readonly data: PublicationData;
  readonly index: SearchIndex;
  readonly idAt: (ordinal: number) => string;
}

/** Answers queries about the reviews of a publication. */
export interface ReviewSearch {
  /** The page of matches a query asks for. @throws {InvalidCursor} */
  search(query: SearchQuery): SearchMatch;
  /** Whether any review matches; cheaper than counting them. */
  hasMatch(query: SearchQuery): boolean;
  /** What single filters of a query do. */
  trial(query: SearchQuery): FilterTrial;
}

/** The search over the reviews of one publication. */
export function reviewSearch(reviews: SearchedReviews): ReviewSearch {
  const { data, index, idAt } = reviews;
  const requestOf = requestReader(reviews);
  const findAspect = termFinder(data.labels.aspects.names);
  return {
    search(query) {
      const { limit = DEFAULT_LIMIT } = query;
      // One more than the page holds shows whether there is another page.
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
    hasMatch: (query) => index.has(requestOf(query, 1)),
    trial(query) {
      const request = requestOf(query, 1);
      const anySide = query.mentions_aspect && findAspect(aspectLabel(query.mentions_aspect));
      return {
        hasWithout(filter) {
          const left = filter === "sentiment" ? anySide : undefined;
          return index.has({ ...request, [REQUEST_FIELDS[filter]]: left });
        },
        hasOnly(filter) {
          const field = REQUEST_FIELDS[filter];
          return index.has({ limit: 1, [field]: filter === "mentions_aspect" ? anySide : request[field] });
        },
      };
    },
  };
}

/** What each filter is called in the index. */
const REQUEST_FIELDS = {
  rating: "rating",
  min_rating: "minRating",
  max_rating: "maxRating",
  since: "since",
  until: "until",
  updated_since: "updatedSince",
  query: "needle",
  words: "words",
  mentions_technician: "technician",
  mentions_service: "service",
  mentions_area: "area",
  mentions_aspect: "aspect",
  sentiment: "aspect",
  language: "language",
  source: "source",
  verification: "verification",
  has_reply: "reply",
} as const satisfies Record<FilterName, keyof SearchRequest>;

type OrderedRequest = SearchRequest & { readonly order: SearchOrder };

function requestReader({ data, idAt }: SearchedReviews): (query: SearchQuery, limit: number) => OrderedRequest {
  const { dates, business, labels } = data;
  const findTechnician = technicianFinder(business, labels.technicians.names);
  const findService = catalogFinder(business.services, labels.services.names);
  const findArea = catalogFinder(business.service_areas, labels.areas.names);
  const findAspect = termFinder(labels.aspects.names);
  const findLanguage = termFinder(labels.languages.names);
  const findSource = termFinder(labels.sources.names);
  const findVerification = termFinder(labels.verifications.names);
  const findReply = termFinder(labels.replies.names);
  const given = (name: string | undefined, find: (name: string) => number | null) =>
    isGiven(name) ? find(name) : undefined;

  return (query, limit) => {
    const { sort: order = "newest", has_reply, sentiment } = query;
    return {
      rating: query.rating,
      minRating: query.min_rating,
      maxRating: query.max_rating,
      since: query.since === undefined ? undefined : dateNumber(query.since),
      until: query.until === undefined ? undefined : dateNumber(query.until),
      updatedSince: secondsAt(query.updated_since, business.time_zone),
      needle: query.query,
      words: query.words,
      technician: given(query.mentions_technician, findTechnician),
      service: given(query.mentions_service, findService),
      area: given(query.mentions_area, findArea),
      aspect: given(query.mentions_aspect, (aspect) => findAspect(aspectLabel(aspect, sentiment))),
      language: given(query.language, (language) => findLanguage(foldText(language.trim()))),
      source: given(query.source, (source) => findSource(recogniseSource(source))),
      verification: given(query.verification, findVerification),
      reply: has_reply === undefined ? undefined : findReply(replyLabel(has_reply)),
      order,
      limit,
      after: query.cursor === undefined ? undefined : placeOf(query.cursor, order, dates, idAt),
    };
  };
}

function secondsAt(date: CalendarDate | undefined, timeZone: string): number | undefined {
  return date === undefined ? undefined : startOfDay(date, timeZone) / 1000;
}

/** Where a cursor's review is in the order, or would be. */
function placeOf(cursor: string, order: SearchOrder, dates: Int32Array, idAt: SearchedReviews["idAt"]): SearchPlace {
  const place = readCursor(cursor);
  if (place.order !== order) throw new InvalidCursor();
  const date = dateNumber(place.date);
  let low = countAtLeast(dates, date + 1);
  let high = countAtLeast(dates, date);
  const isPassed = order === "oldest" ? (id: string) => id < place.id : (id: string) => id <= place.id;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPassed(idAt(middle))) low = middle + 1;
    else high = middle;
  }
  return { stratum: place.stratum, ordinal: order === "oldest" ? low : low - 1 };
}
