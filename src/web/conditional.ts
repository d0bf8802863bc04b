/**
 * The conditions of a conditional GET, RFC 9110 section 13.
 *
 * @module
 */
import { ifNoneMatchHits } from "./entity_tag.ts";
import { parseHttpDate } from "./http_date.ts";

/** What a client's copy is compared with. */
export interface Validators {
  /** Strong tags, one for each coding of the same content. */
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds; null when there is no honest answer. */
  readonly lastModified: number | null;
}

/** Whether the client has this content already. If-None-Match goes before If-Modified-Since (section 13.2.2). */
export function isUnchanged(headers: Headers, { tags, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) return tags.includes(ifNoneMatch) || ifNoneMatchHits(ifNoneMatch, tags);
  const ifModifiedSince = headers.get("if-modified-since");
  if (ifModifiedSince === null || lastModified === null) return false;
  const since = parseHttpDate(ifModifiedSince);
  return since !== null && since >= lastModified;
}

/** An instant in the whole seconds that HTTP dates have. */
export function wholeSeconds(instantMs: number | null): number | null {
  return instantMs === null ? null : Math.floor(instantMs / 1000) * 1000;
}
