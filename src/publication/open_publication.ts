/**
 * A publication over its data: every question is answered from buffers in memory.
 *
 * @module
 */
import type { InsightsDataset } from "../insights/mod.ts";
import type { CalendarDate, Removal, Review } from "../review/mod.ts";
import { dateNumber, type PublicationData } from "./build_publication.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { findId } from "./id_table.ts";
import { countTerms, serviceFinder, technicianFinder } from "./mention_terms.ts";
import type { Publication, SearchMatch } from "./publication.ts";
import type { SearchIndex, SearchRequest } from "./search/mod.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "./search_query.ts";

const UTF8 = new TextDecoder();
/** Every fragment begins with its id: `{"id":"`. */
const BEFORE_ID = '{"id":"'.length;
const QUOTE = 0x22;

export interface PublicationParts {
  readonly data: PublicationData;
  readonly search: SearchIndex;
  /** The dataset as JSON; parsed when somebody asks for more than its bytes. */
  readonly insightsJson: string;
}

/** The publication these parts make up. */
export function openPublication({ data, search, insightsJson }: PublicationParts): Publication {
  const { document, spans, dates, business } = data;
  const findTechnician = technicianFinder(business, data.technicians.names);
  const findService = serviceFinder(data.services.names);
  const removals = new Map(data.removals.map((removal) => [removal.id, removal]));
  let insights: InsightsDataset | undefined;

  const reviewBytesAt = (ordinal: number) => document.subarray(spans[2 * ordinal], spans[2 * ordinal + 1]);
  const idAt = (ordinal: number) => {
    const start = spans[2 * ordinal]! + BEFORE_ID;
    return UTF8.decode(document.subarray(start, document.indexOf(QUOTE, start)));
  };
  const countSince = (date: CalendarDate) => countAtLeast(dates, dateNumber(date));

  /** The last ordinal that stands at or before a cursor's place in the order. */
  const ordinalBefore = (cursor: string): number => {
    const place = readCursor(cursor);
    let low = countAtLeast(dates, dateNumber(place.date) + 1);
    let high = countSince(place.date);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (idAt(middle) <= place.id) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };

  const requestOf = (query: SearchQuery): SearchRequest => ({
    rating: query.rating,
    minRating: query.min_rating,
    since: query.since === undefined ? undefined : dateNumber(query.since),
    until: query.until === undefined ? undefined : dateNumber(query.until),
    needle: query.query,
    technician: query.mentions_technician === undefined ? undefined : findTechnician(query.mentions_technician),
    service: query.mentions_service === undefined ? undefined : findService(query.mentions_service),
    limit: query.limit ?? DEFAULT_LIMIT,
    after: query.cursor === undefined ? undefined : ordinalBefore(query.cursor),
  });

  return {
    revision: data.revision,
    publishedAt: data.publishedAt,
    business,
    aggregateRating: data.aggregateRating,
    reviewCount: dates.length,
    removals: data.removals,
    mentionCounts: {
      technicians: countTerms(data.technicians.names, data.technicians.lists),
      services: countTerms(data.services.names, data.services.lists),
    },
    get insights() {
      insights ??= JSON.parse(insightsJson) as InsightsDataset;
      return insights;
    },
    reviewAt: (ordinal) => JSON.parse(UTF8.decode(reviewBytesAt(ordinal))) as Review,
    reviewBytesAt,
    ordinalOf: (id) => findId(data.ids, id, idAt),
    removalOf: (id): Removal | null => removals.get(id) ?? null,
    countSince,
    search(query): SearchMatch {
      const request = requestOf(query);
      // One more than the page tells whether there is another.
      const { ordinals, total, totalIsExact } = search.search({ ...request, limit: request.limit + 1 });
      const page = ordinals.slice(0, request.limit);
      const last = page.at(-1);
      const isLast = ordinals.length === page.length || last === undefined;
      return { ordinals: page, total, totalIsExact, nextCursor: isLast ? null : cursorAt(last) };
    },
  };

  function cursorAt(ordinal: number): string {
    const digits = String(dates[ordinal]!).padStart(8, "0");
    const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
    return writeCursor({ date, id: idAt(ordinal) });
  }
}

/** How many of the descending `dates` are `date` or later. */
function countAtLeast(dates: Int32Array, date: number): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (dates[middle]! >= date) low = middle + 1;
    else high = middle;
  }
  return low;
}
