/**
 * A resource in every content coding, with headers made beforehand: negotiation and conditions of RFC 9110, sections
 * 12.5.3 and 13.
 */
import { createHash } from "node:crypto";
import { acceptedCodings, Body, type BodyParts, type Coding, codedBodies, type PlaceInFile } from "./content_coding.ts";
import {
  COMMON_HEADERS,
  DOCUMENT_CACHE_CONTROL,
  dateOfMessage,
  formatHttpDate,
  parseHttpDate,
  REVISION_HEADER,
} from "./headers.ts";
import { plainProblem } from "./problem.ts";

interface RepresentationParts {
  readonly contentType: string;
  /** Of the identity bytes, hexadecimal; tags are made from it alone. */
  readonly digest: string;
  /** Identity is required; others are left out where they save nothing. */
  readonly bodies: ReadonlyMap<Coding, BodyParts>;
  /** Epoch milliseconds; null when there is no honest answer. */
  readonly lastModified: number | null;
  readonly links?: readonly string[];
  readonly cacheControl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Finds where a body lies in a file; null for one that is sent from memory. */
export type FindInFile = (body: BodyParts) => PlaceInFile | null;

interface Variant {
  readonly tag: string;
  readonly body: Body;
  /** Quicker to copy than headers. */
  readonly found: Response;
  readonly notModified: Response;
}

export class Representation {
  readonly contentType: string;
  readonly digest: string;
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds. */
  readonly lastModified: number | null;
  readonly #identity: Variant;
  readonly #variants = new Map<Coding, Variant>();
  readonly #byTag: ReadonlyMap<string, Variant>;

  constructor(parts: RepresentationParts, findInFile: FindInFile = () => null) {
    const identity = parts.bodies.get("identity");
    if (!identity) throw new TypeError("A representation needs its identity-coded bytes");
    this.contentType = parts.contentType;
    this.digest = parts.digest;
    this.lastModified = wholeSeconds(parts.lastModified);
    const bodyOf = (body: BodyParts) => new Body(body, findInFile(body));
    this.#identity = variant(parts, "identity", bodyOf(identity));
    for (const [coding, body] of parts.bodies) {
      this.#variants.set(coding, coding === "identity" ? this.#identity : variant(parts, coding, bodyOf(body)));
    }
    this.#byTag = new Map([...this.#variants.values()].map((variant) => [variant.tag, variant]));
    this.tags = [...this.#byTag.keys()];
  }

  get body(): Blob {
    return this.#identity.body.blob;
  }

  /** See {@link Body.release}. */
  release(): boolean {
    return [...this.#variants.values()].filter(({ body }) => body.release()).length > 0;
  }

  respond({ method, headers }: Request): Response {
    const failed = preconditionFailed(headers, this);
    if (failed) return failed;
    const ifNoneMatch = headers.get("if-none-match");
    // Nearly all conditions are one tag of ours.
    const named = ifNoneMatch === null ? undefined : this.#byTag.get(ifNoneMatch);
    if (named) return new Response(null, named.notModified);
    const chosen = this.#negotiate(headers.get("accept-encoding"));
    const conditions = { ifNoneMatch, ifModifiedSince: headers.get("if-modified-since") };
    const unchanged = unchangedTag(conditions, this, chosen.tag);
    if (unchanged !== null) return new Response(null, this.#byTag.get(unchanged)?.notModified);
    const response = method === "HEAD" ? headOf(chosen) : this.#bodyOf(chosen, headers);
    return withDatesInOrder(response, this.lastModified);
  }

  #bodyOf({ body, found, tag }: Variant, headers: Headers): Response {
    return rangedAnswer(headers, body.sent, found, { tag, lastModified: this.lastModified });
  }

  #negotiate(acceptEncoding: string | null): Variant {
    for (const coding of acceptedCodings(acceptEncoding)) {
      const found = this.#variants.get(coding);
      if (found) return found;
    }
    return this.#identity;
  }
}

export function assetRepresentation(
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
  { lastModified, cacheControl }: Required<Pick<RepresentationParts, "lastModified" | "cacheControl">>,
): Representation {
  const bodies = codedBodies(bytes);
  return new Representation({ contentType, digest: digestOf(bytes), bodies, lastModified, cacheControl });
}

/** The first 128 bits of a SHA-256, hexadecimal. */
export function digestOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}

/** Strong, one per coding. */
export function entityTag(digest: string, coding: Coding): string {
  return coding === "identity" ? `"${digest}"` : `"${digest}-${coding}"`;
}

function headOf({ body, found }: Variant): Response {
  const response = new Response(null, found);
  response.headers.set("Content-Length", String(body.size));
  return response;
}

function variant(parts: RepresentationParts, coding: Coding, body: Body): Variant {
  const tag = entityTag(parts.digest, coding);
  const headers = new Headers({
    ...COMMON_HEADERS,
    "Content-Type": parts.contentType,
    "Cache-Control": parts.cacheControl ?? DOCUMENT_CACHE_CONTROL,
    ETag: tag,
    ...(parts.lastModified !== null && { "Last-Modified": formatHttpDate(parts.lastModified) }),
    Vary: "Accept-Encoding",
    "Accept-Ranges": "bytes",
    ...(parts.links?.length && { Link: parts.links.join(", ") }),
    ...(coding !== "identity" && { "Content-Encoding": coding }),
    ...parts.headers,
  });
  return { tag, body, found: new Response(null, { headers }), notModified: notModified(headers) };
}

export interface Document extends RepresentationParts {
  readonly path: string;
}

export type DocumentHead = Omit<Document, "digest" | "bodies">;

export function makeDocument(
  head: DocumentHead,
  bytes: Uint8Array,
  bodies: ReadonlyMap<Coding, BodyParts> = codedBodies(bytes),
): Document {
  return { ...head, digest: digestOf(bytes), bodies };
}

export function identityBytes({ bodies }: Pick<Document, "bodies">): Uint8Array {
  const parts = bodies.get("identity") ?? [];
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
}

export function representationsOf(
  documents: readonly Document[],
  findInFile?: FindInFile,
): Map<string, Representation> {
  return new Map(documents.map((document) => [document.path, new Representation(document, findInFile)]));
}

interface Validators {
  /** Strong, one per coding. */
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds. */
  readonly lastModified: number | null;
}

interface Conditions {
  readonly ifNoneMatch: string | null;
  readonly ifModifiedSince: string | null;
}

/**
 * The tag of the client's copy if it is still good, for the 304. If-None-Match goes before If-Modified-Since (section
 * 13.2.2); `chosen` is the tag of a full answer.
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

/** Section 15.4.5, CORS, and the hub. */
const KEPT_BY_304 = [
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Cache-Control",
  "ETag",
  REVISION_HEADER,
  "Link",
  "Vary",
];

export function notModified(full: Headers): Response {
  const headers = new Headers();
  for (const name of KEPT_BY_304) {
    const value = full.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(null, { status: 304, headers });
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

export function wholeSeconds(instantMs: number | null): number | null {
  return instantMs === null ? null : Math.floor(instantMs / 1000) * 1000;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/y;
const BETWEEN = /[ \t]*(?:,[ \t]*)*/y;

/** The tag of ours that If-None-Match names, compared weakly; malformed values name nothing. */
function matchingTag(header: string, tags: readonly string[], chosen: string): string | null {
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
const WHOLE: AskedRange = { kind: "whole" };

/** A malformed range asks for the whole. */
function readRange(range: string, length: number): AskedRange {
  const [, first = "", last = ""] = SINGLE.exec(range.trim()) ?? [];
  if (first === "" && last === "") return WHOLE;
  if (first === "") return byteRange(Math.max(0, length - Number(last)), length);
  const end = last === "" ? length : Math.min(length, Number(last) + 1);
  if (last !== "" && Number(last) < Number(first)) return WHOLE;
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
