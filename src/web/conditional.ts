/**
 * The conditions of a conditional GET, RFC 9110 section 13.
 *
 * @module
 */
import { matchingTag } from "./entity_tag.ts";
import { parseHttpDate } from "./http_date.ts";

/** What a client's copy is compared with. */
export interface Validators {
  /** Strong tags, one for each coding of the same content. */
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds; null when there is no honest answer. */
  readonly lastModified: number | null;
}

/**
 * The tag of the client's copy when that is still good, else null: for a 304 to carry, so that caches find the copy it is
 * about. `chosen` is the tag that a full answer would have. If-None-Match goes before If-Modified-Since (section 13.2.2).
 */
export function unchangedTag(headers: Headers, { tags, lastModified }: Validators, chosen: string): string | null {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) return tags.includes(ifNoneMatch) ? ifNoneMatch : matchingTag(ifNoneMatch, tags, chosen);
  const ifModifiedSince = headers.get("if-modified-since");
  if (ifModifiedSince === null || lastModified === null) return null;
  const since = parseHttpDate(ifModifiedSince);
  return since !== null && since >= lastModified ? chosen : null;
}

/**
 * Takes a Last-Modified off an answer that lies ahead of the clock: a second change within a second is dated to the next
 * one, and section 8.8.2.1 forbids to send what has not come yet.
 */
export function withoutFutureDate(response: Response, lastModified: number | null): Response {
  if (lastModified !== null && lastModified > Date.now()) response.headers.delete("Last-Modified");
  return response;
}

/** An instant in the whole seconds that HTTP dates have. */
export function wholeSeconds(instantMs: number | null): number | null {
  return instantMs === null ? null : Math.floor(instantMs / 1000) * 1000;
}
