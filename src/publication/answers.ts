/** Answers about reviews, made once for every interface: REST writes them as bytes, MCP as text and values. */

import { type CalendarDate, type Removal, startOfDay } from "../review/mod.ts";
import { utf8Bytes } from "../utf8.ts";
import { InvalidCursor } from "./cursor.ts";
import type { Publication } from "./publication.ts";
import { type AspectReader, searchHints } from "./search_hints.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "./search_query.ts";

export interface ReviewsAnswer<Head extends object = object, Tail extends object = object> {
  readonly head: Head;
  readonly ordinals: readonly number[];
  readonly tail: Tail;
}

export function businessAnswer({ business, aggregateRating, contentDigest }: Publication) {
  return { business, aggregate_rating: aggregateRating, revision: contentDigest };
}

interface SearchAnswerOptions {
  readonly aspectOf: AspectReader;
  /** A page whose reviews would take more ends early, after at least one. */
  readonly maxBytes?: number;
}

/** @throws {InvalidCursor} */
export function searchAnswer(
  publication: Publication,
  query: SearchQuery,
  { aspectOf, maxBytes = Number.POSITIVE_INFINITY }: SearchAnswerOptions,
) {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const { ordinals, total, totalIsExact, nextCursor } = boundedSearch(publication, query, maxBytes);
  const hints = searchHints(publication, query, { total, aspectOf });
  const paging = { count: ordinals.length, limit, next_cursor: nextCursor };
  return {
    head: { total, total_is_exact: totalIsExact, ...paging, hints, revision: publication.contentDigest },
    ordinals,
    tail: {},
  };
}

/** Reviews dated on or after `since`, and removals since that day began in the business's time zone. */
export function sinceAnswer(publication: Publication, since: CalendarDate) {
  const count = publication.countSince(since);
  const ordinals = Array.from({ length: count }, (_, ordinal) => ordinal);
  return {
    head: { since, count, revision: publication.contentDigest },
    ordinals,
    tail: { removed: removalsSince(publication, since) },
  };
}

/**
 * {@link sinceAnswer} in pages: reviews, newest first, then removals, latest first. A page ends after `limit` reviews
 * or before `maxBytes`. @throws {InvalidCursor}
 */
export function sincePage(
  publication: Publication,
  since: CalendarDate,
  page: { readonly limit: number; readonly cursor?: string | undefined; readonly maxBytes: number },
) {
  const { limit, cursor, maxBytes } = page;
  const afterReviews = cursor?.startsWith(REMOVALS_CURSOR) ?? false;
  const query = { since, limit, ...(cursor !== undefined && { cursor }) };
  const match = afterReviews ? NO_REVIEWS : boundedSearch(publication, query, maxBytes);
  const spent = match.ordinals.reduce((bytes, ordinal) => bytes + publication.reviewBytesAt(ordinal).length, 0);
  const removals =
    match.nextCursor === null ? pageOfRemovals(publication, since, cursor, maxBytes - spent) : NO_REMOVALS;
  const head = {
    since,
    count: match.ordinals.length,
    total: publication.countSince(since),
    next_cursor: match.nextCursor ?? removals.nextCursor,
    revision: publication.contentDigest,
  };
  return { head, ordinals: match.ordinals, tail: { removed: removals.removed } };
}

export function answerJson(publication: Publication, answer: ReviewsAnswer): string {
  return UTF8.decode(publication.cutReviews(answer.ordinals, aroundReviews(answer)));
}

/** Shares the bytes of the reviews with /reviews.json. */
export function sinceParts(publication: Publication, since: CalendarDate): readonly Uint8Array[] {
  const answer = sinceAnswer(publication, since);
  const [before, after] = aroundReviews(answer);
  return [utf8Bytes(before), ...publication.newestReviews(answer.ordinals.length), utf8Bytes(after)];
}

export function aroundReviews({ head, tail }: ReviewsAnswer): [before: string, after: string] {
  const rest = JSON.stringify(tail).slice(1);
  return [`${JSON.stringify(head).slice(0, -1)},"reviews":[`, rest === "}" ? "]}" : `],${rest}`];
}

const UTF8 = new TextDecoder();
const REMOVALS_CURSOR = "removed.";
const BYTES_OF_A_REMOVAL = 128;
const NO_REVIEWS = { ordinals: [], total: 0, totalIsExact: true, nextCursor: null };
const NO_REMOVALS = { removed: [], nextCursor: null };

function boundedSearch(publication: Publication, query: SearchQuery, maxBytes: number) {
  const match = publication.search(query);
  if (maxBytes === Number.POSITIVE_INFINITY) return match;
  let bytes = 0;
  const fitting = match.ordinals.findIndex((ordinal) => {
    bytes += publication.reviewBytesAt(ordinal).length + 1;
    return bytes > maxBytes;
  });
  return fitting < 0 ? match : publication.search({ ...query, limit: Math.max(1, fitting) });
}

function removalsSince(publication: Publication, since: CalendarDate): Removal[] {
  const start = startOfDay(since, publication.business.time_zone);
  return publication.removals.filter(({ removed_at }) => Date.parse(removed_at) >= start);
}

function pageOfRemovals(publication: Publication, since: CalendarDate, cursor: string | undefined, bytes: number) {
  const all = removalsSince(publication, since);
  const start = cursor?.startsWith(REMOVALS_CURSOR) ? placeAfter(all, cursor) : 0;
  const removed = all.slice(start, start + Math.max(1, Math.floor(bytes / BYTES_OF_A_REMOVAL)));
  const last = removed.at(-1);
  const isLast = start + removed.length >= all.length;
  return { removed, nextCursor: isLast || !last ? null : removalsCursor(last) };
}

/** Cursor of instant and id, so that paging stays correct when removals are added or deleted. */
function removalsCursor({ id, removed_at }: Removal): string {
  return `${REMOVALS_CURSOR}${Date.parse(removed_at)}.${id}`;
}

function placeAfter(removals: readonly Removal[], cursor: string): number {
  const [, instant, id] = /^removed\.(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/.exec(cursor) ?? [];
  if (instant === undefined || id === undefined) throw new InvalidCursor();
  const place = removals.findIndex((removal) => {
    const difference = Date.parse(removal.removed_at) - Number(instant);
    return difference < 0 || (difference === 0 && removal.id > id);
  });
  return place < 0 ? removals.length : place;
}
