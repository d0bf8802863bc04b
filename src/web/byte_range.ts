/**
 * Single byte ranges, RFC 9110 section 14: what a client that resumes a download asks for. One rule for documents, feeds,
 * pages, assets and exports. Left out: several ranges in one request, which are answered with the whole, as the RFC allows.
 *
 * @module
 */
import { namesStrongly } from "./entity_tag.ts";
import { parseHttpDate } from "./http_date.ts";
import { plainProblem } from "./problem.ts";

/** What a full answer would be known by. */
export interface RangeValidators {
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
