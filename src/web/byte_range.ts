/**
 * Single byte ranges, RFC 9110 section 14: what a client that resumes a download asks for. Left out: several ranges in one
 * request, which are answered with the whole, as the RFC allows.
 *
 * @module
 */
import { namesStrongly } from "./entity_tag.ts";
import { parseHttpDate } from "./http_date.ts";

/** What of a body a request asks for. */
export type AskedRange =
  | { readonly kind: "whole" }
  /** Bytes from `start` up to before `end`. */
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  /** Begins at or beyond the end. */
  | { readonly kind: "unsatisfiable" };

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/i;
const WHOLE: AskedRange = { kind: "whole" };

/** The range that a Range header asks for of a body of `length` bytes; what is malformed asks for the whole. */
export function readRange(range: string | null, length: number): AskedRange {
  const [, first = "", last = ""] = SINGLE.exec(range?.trim() ?? "") ?? [];
  if (first === "" && last === "") return WHOLE;
  if (first === "") return part(Math.max(0, length - Number(last)), length);
  const end = last === "" ? length : Math.min(length, Number(last) + 1);
  if (last !== "" && Number(last) < Number(first)) return WHOLE;
  return part(Number(first), end);
}

/** What a full answer would be known by. */
export interface RangeValidators {
  readonly tag: string;
  /** Whole seconds, as epoch milliseconds. */
  readonly lastModified: number | null;
}

/** Whether a part of these very bytes is wanted: If-Range names what the client has the other part of (section 13.1.5). */
export function isSameForRange(ifRange: string | null, { tag, lastModified }: RangeValidators): boolean {
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return !ifRange.startsWith("W/") && namesStrongly(ifRange, [tag]);
  return lastModified !== null && parseHttpDate(ifRange) === lastModified;
}

function part(start: number, end: number): AskedRange {
  return start < end ? { kind: "part", start, end } : { kind: "unsatisfiable" };
}
