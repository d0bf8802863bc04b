/** Conditional and range requests: RFC 9110, sections 13 and 14. */
import { dateOfMessage, formatHttpDate, parseHttpDate } from "./headers.ts";
import { plainProblem } from "./problem.ts";

export interface Validators {
  /** Strong, one per coding. */
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds. */
  readonly lastModified: number | null;
}

/**
 * The tag of the client's copy if it is still good, for the 304. If-None-Match goes before If-Modified-Since (section
 * 13.2.2); `chosen` is the tag of a full answer.
 */
export function unchangedTag(headers: Headers, { tags, lastModified }: Validators, chosen: string): string | null {
  const ifNoneMatch = headers.get("if-none-match");
  if (ifNoneMatch !== null) return matchingTag(ifNoneMatch, tags, chosen);
  const ifModifiedSince = headers.get("if-modified-since");
  if (ifModifiedSince === null || lastModified === null) return null;
  const since = parseHttpDate(ifModifiedSince);
  return since !== null && since >= lastModified ? chosen : null;
}

/** The 412 of If-Match, else of If-Unmodified-Since (sections 13.1.1 and 13.1.4), or null. */
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

/** Bun reads the clock for Date once a second, and later when it is busy. */
const DATE_LAG_MS = 10_000;

/**
 * Last-Modified must not be later than Date (section 8.8.2.1): a second change within a second is sent without it
 * until then, and a recent change brings its own Date.
 */
export function withDatesInOrder(response: Response, lastModified: number | null): Response {
  if (lastModified === null) return response;
  const now = dateOfMessage();
  if (lastModified > now) response.headers.delete("Last-Modified");
  else if (now - lastModified < DATE_LAG_MS) response.headers.set("Date", formatHttpDate(now));
  return response;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/y;
const BETWEEN = /[ \t]*(?:,[ \t]*)*/y;

/** The tag of ours that If-None-Match names, compared weakly; malformed values name nothing. */
function matchingTag(header: string, tags: readonly string[], chosen: string): string | null {
  // Nearly all conditions are one tag of ours.
  if (tags.includes(header)) return header;
  const value = header.trim();
  if (value === "*") return chosen;
  const named = (parseEntityTags(value) ?? []).map(opaque).filter((tag) => tags.includes(tag));
  return named.includes(chosen) ? chosen : (named[0] ?? null);
}

/** For If-Match: weak tags never match. */
function namesStrongly(header: string, tags: readonly string[]): boolean {
  const value = header.trim();
  return value === "*" || (parseEntityTags(value) ?? []).some((tag) => tags.includes(tag));
}

/** Null when malformed; commas inside quotes belong to the tag. */
function parseEntityTags(value: string): string[] | null {
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

interface RangeValidators {
  readonly tag: string;
  readonly lastModified: number | null;
}

/** `found` has the headers of the whole. */
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

type AskedRange =
  | { readonly kind: "whole" }
  /** Bytes from `start` up to before `end`. */
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "unsatisfiable" };

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/i;
const WHOLE_BODY: AskedRange = { kind: "whole" };

/** A malformed range asks for the whole. */
function readRange(range: string, length: number): AskedRange {
  const [, first = "", last = ""] = SINGLE.exec(range.trim()) ?? [];
  if (first === "" && last === "") return WHOLE_BODY;
  if (first === "") return byteRange(Math.max(0, length - Number(last)), length);
  const end = last === "" ? length : Math.min(length, Number(last) + 1);
  if (last !== "" && Number(last) < Number(first)) return WHOLE_BODY;
  return byteRange(Number(first), end);
}

/** If-Range names what the client has the other part of (section 13.1.5). */
function isSameForRange(ifRange: string | null, { tag, lastModified }: RangeValidators): boolean {
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return !ifRange.startsWith("W/") && namesStrongly(ifRange, [tag]);
  return lastModified !== null && parseHttpDate(ifRange) === lastModified;
}

function byteRange(start: number, end: number): AskedRange {
  return start < end ? { kind: "part", start, end } : { kind: "unsatisfiable" };
}

function unsatisfiable(size: number): Response {
  const message = `the range begins at or beyond the end: the content has ${size} bytes; ask for less, or leave Range out`;
  return plainProblem("range_not_satisfiable", message, { "Content-Range": `bytes */${size}` });
}
