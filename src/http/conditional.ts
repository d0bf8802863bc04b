/** The conditions of a conditional GET, RFC 9110 section 13. */
import { dateOfMessage, formatHttpDate, parseHttpDate, REVISION_HEADER } from "./headers.ts";
import { plainProblem } from "./problem.ts";

/** What a client's copy is compared with. */
interface Validators {
  /** Strong tags, one for each coding of the same content. */
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds; null when there is no honest answer. */
  readonly lastModified: number | null;
}

/** The values of the conditional headers; null if absent. */
interface Conditions {
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
  return plainProblem("precondition_failed", `the content does not match ${header}`);
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

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/y;
const BETWEEN = /[ \t]*(?:,[ \t]*)*/y;

/**
 * The tag of ours that an If-None-Match value names, compared weakly; `chosen` when it names that one or is `*`. Malformed
 * values name nothing.
 */
export function matchingTag(header: string, tags: readonly string[], chosen: string): string | null {
  const value = header.trim();
  if (value === "*") return chosen;
  const named = (parseEntityTags(value) ?? []).map(opaque).filter((tag) => tags.includes(tag));
  return named.includes(chosen) ? chosen : (named[0] ?? null);
}

/** Whether an If-Match value contains one of our tags or is `*`. Weak tags never match: the comparison is strong. */
function namesStrongly(header: string, tags: readonly string[]): boolean {
  const value = header.trim();
  return value === "*" || (parseEntityTags(value) ?? []).some((tag) => tags.includes(tag));
}

/** The tags of a list, or null when the list is malformed; commas inside the quotes belong to the tag. */
export function parseEntityTags(value: string): string[] | null {
  const tags: string[] = [];
  let at = 0;
  while (at < value.length) {
    TAG.lastIndex = at;
    const tag = TAG.exec(value);
    if (!tag) return null;
    tags.push(tag[0]);
    BETWEEN.lastIndex = TAG.lastIndex;
    const gap = BETWEEN.exec(value)?.[0] ?? "";
    at = TAG.lastIndex + gap.length;
    if (at < value.length && !gap.includes(",")) return null;
  }
  return tags;
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}

/** What a full answer would be known by. */
interface RangeValidators {
  readonly tag: string;
  /** Whole seconds, as epoch milliseconds. */
  readonly lastModified: number | null;
}

/** The 200, 206 or 416 to a GET. `found` has the headers of the whole, Accept-Ranges among them. */
export function rangedAnswer(headers: Headers, body: Blob, found: Response, validators: RangeValidators): Response {
  const asked = headers.get("range");
  if (asked === null || !isSameForRange(headers.get("if-range"), validators)) return new Response(body, found);
  const range = readRange(asked, body.size);
  switch (range.kind) {
    case "whole":
      return new Response(body, found);
    case "part": {
      const part = new Response(body.slice(range.start, range.end), { status: 206, headers: found.headers });
      part.headers.set("Content-Range", `bytes ${range.start}-${range.end - 1}/${body.size}`);
      return part;
    }
    case "unsatisfiable":
      return unsatisfiable(body.size);
  }
}

/** What of a body a request asks for. */
type AskedRange =
  | { readonly kind: "whole" }
  /** Bytes from `start` up to before `end`. */
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  /** Begins at or beyond the end. */
  | { readonly kind: "unsatisfiable" };

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/i;
const WHOLE: AskedRange = { kind: "whole" };

/** The range that a Range header asks for of a body of `length` bytes; what is malformed asks for the whole. */
function readRange(range: string, length: number): AskedRange {
  const [, first = "", last = ""] = SINGLE.exec(range.trim()) ?? [];
  if (first === "" && last === "") return WHOLE;
  if (first === "") return part(Math.max(0, length - Number(last)), length);
  const end = last === "" ? length : Math.min(length, Number(last) + 1);
  if (last !== "" && Number(last) < Number(first)) return WHOLE;
  return part(Number(first), end);
}

/** Whether a part of these very bytes is wanted: If-Range names what the client has the other part of (section 13.1.5). */
function isSameForRange(ifRange: string | null, { tag, lastModified }: RangeValidators): boolean {
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return !ifRange.startsWith("W/") && namesStrongly(ifRange, [tag]);
  return lastModified !== null && parseHttpDate(ifRange) === lastModified;
}

function part(start: number, end: number): AskedRange {
  return start < end ? { kind: "part", start, end } : { kind: "unsatisfiable" };
}

function unsatisfiable(size: number): Response {
  const message = `the range begins at or beyond the end: the content has ${size} bytes; ask for less, or leave Range out`;
  return plainProblem("range_not_satisfiable", message, { "Content-Range": `bytes */${size}` });
}
