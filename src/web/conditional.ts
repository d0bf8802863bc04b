/**
 * The conditions of a conditional GET, RFC 9110 section 13.
 *
 * @module
 */
import { matchingTag, namesStrongly } from "./entity_tag.ts";
import { REVISION_HEADER } from "./headers.ts";
import { dateOfMessage, formatHttpDate, parseHttpDate } from "./http_date.ts";
import { plainProblem } from "./problem.ts";

/** What a client's copy is compared with. */
export interface Validators {
  /** Strong tags, one for each coding of the same content. */
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds; null when there is no honest answer. */
  readonly lastModified: number | null;
}

/** The values of the conditional headers; null if absent. */
export interface Conditions {
  readonly ifNoneMatch: string | null;
  readonly ifModifiedSince: string | null;
}

/**
 * The tag of the client's copy when that is still good, else null: for a 304 to carry, so that caches find the copy it is
 * about. `chosen` is the tag that a full answer would have. If-None-Match goes before If-Modified-Since (section 13.2.2).
 */
export function unchangedTag(
  { ifNoneMatch, ifModifiedSince }: Conditions,
  { tags, lastModified }: Validators,
  chosen: string,
): string | null {
  if (ifNoneMatch !== null) return matchingTag(ifNoneMatch, tags, chosen);
  if (ifModifiedSince === null || lastModified === null) return null;
  const since = parseHttpDate(ifModifiedSince);
  return since !== null && since >= lastModified ? chosen : null;
}

/**
 * The 412 for a client that wants the content only as it knows it: by If-Match, else by If-Unmodified-Since (sections
 * 13.1.1 and 13.1.4); null when it may have it.
 */
export function preconditionFailed(headers: Headers, { tags, lastModified }: Validators): Response | null {
  const ifMatch = headers.get("if-match");
  const ifUnmodifiedSince = headers.get("if-unmodified-since");
  if (ifMatch !== null) return namesStrongly(ifMatch, tags) ? null : changedSince("If-Match");
  if (ifUnmodifiedSince === null || lastModified === null) return null;
  const since = parseHttpDate(ifUnmodifiedSince);
  return since === null || since >= lastModified ? null : changedSince("If-Unmodified-Since");
}

function changedSince(header: string): Response {
  return plainProblem("precondition_failed", `the content is another than ${header} names`);
}

/** What a 304 carries of the headers of its 200: what section 15.4.5 asks for, the CORS protocol, and where the hub is. */
const KEPT_BY_304 = [
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Cache-Control",
  "ETag",
  REVISION_HEADER,
  "Link",
  "Vary",
];

/** The 304 for an answer with these headers. */
export function notModified(full: Headers): Response {
  const headers = new Headers();
  for (const name of KEPT_BY_304) {
    const value = full.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status: 304, headers });
}

/** Bun writes the Date of most answers from a clock that it reads once a second, and later when it is busy. */
const DATE_LAG_MS = 10_000;

/**
 * Keeps Last-Modified from lying ahead of Date (section 8.8.2.1). A second change within a second is dated to the next one,
 * and is sent without that date until then; after a recent change the answer brings its own Date, since Bun's may lag.
 */
export function withDatesInOrder(response: Response, lastModified: number | null): Response {
  if (lastModified === null) return response;
  const now = dateOfMessage();
  if (lastModified > now) response.headers.delete("Last-Modified");
  else if (now - lastModified < DATE_LAG_MS) response.headers.set("Date", formatHttpDate(now));
  return response;
}

/** An instant in the whole seconds that HTTP dates have. */
export function wholeSeconds(instantMs: number | null): number | null {
  return instantMs === null ? null : Math.floor(instantMs / 1000) * 1000;
}
