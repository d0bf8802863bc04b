/**
 * How every content is sent: conditions are answered from its headers alone, before its bytes are made; then comes a
 * range, a coding, or a stream as fast as the client reads.
 */
import { Buffer } from "node:buffer";
import { workOfBytes } from "./admission.ts";
import { preconditionFailed, rangedAnswer, unchangedTag, type Validators, withDatesInOrder } from "./conditions.ts";
import { acceptedCodings, type Body, CODINGS, type Coding, codedQuickly } from "./content_coding.ts";
import { gzipWhileSent } from "./gzip_pieces.ts";
import { COMMON_HEADERS, DOCUMENT_CACHE_CONTROL, formatHttpDate, REVISION_HEADER } from "./headers.ts";
import type { Call, ResponseOrPromise } from "./operation.ts";
import { type OutgoingBody, PIECE_BYTES, piecesOf } from "./outgoing.ts";
import { plainProblem } from "./problem.ts";
import type { Full } from "./quota.ts";

export interface ContentParts {
  readonly contentType: string;
  /** Of the identity bytes, hexadecimal; tags are made from it alone. */
  readonly digest: string;
  /** Epoch milliseconds; null when there is no honest answer. */
  readonly lastModified: number | null;
  readonly links?: readonly string[];
  readonly cacheControl?: string;
  readonly vary?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the content is compressed already, as a picture is. */
  readonly isCompressed?: boolean;
}

/** Up to a piece of bytes is copied, so that their memory may be reused; more is taken over. Parts may be shared. */
type ContentBody = Uint8Array<ArrayBuffer> | readonly Uint8Array[];

interface Made {
  readonly body: ContentBody;
  /** For this answer, in addition to those of the content. */
  readonly links?: readonly string[];
}

/** Makes the content only if the client's copy is out of date, and charges for its bytes. */
export function respond(call: Sender & Pick<Call, "charge">, content: Content, make: () => Made): ResponseOrPromise {
  const settled = content.conditional(call.request);
  if (settled !== null) return settled;
  const { body, links } = make();
  call.charge(workOfBytes(sizeOf(body)));
  return content.send(call, body, links);
}

type Sender = Pick<Call, "request" | "send">;

/** Worth the time to compress from this size on, in bytes. */
const MIN_COMPRESSED_BYTES = 16_384;
/** From this size on, in bytes, it is compressed piece by piece while it is sent. */
const MIN_STREAMED_BYTES = 256 << 10;

export const ACCEPT_RANGES = { "Accept-Ranges": "bytes" };

export class Content implements Validators {
  readonly tags: readonly string[];
  readonly lastModified: number | null;
  readonly contentType: string;
  readonly digest: string;
  readonly #parts: ContentParts;
  /** Responses without a body are quicker to copy than headers. */
  readonly #found = new Map<Coding, Response>();
  readonly #notModified = new Map<string, Response>();

  constructor(parts: ContentParts, codings: readonly Coding[] = CODINGS) {
    const { contentType, digest, lastModified } = parts;
    this.#parts = parts;
    this.contentType = contentType;
    this.digest = digest;
    this.tags = codings.map((coding) => entityTag(digest, coding));
    this.lastModified = lastModified === null ? null : Math.floor(lastModified / 1000) * 1000;
  }

  /** The 304 or 412 of a request whose full answer would be in `coding`, or null. */
  conditional({ headers }: Request, coding: Coding = "identity"): Response | null {
    const failed = preconditionFailed(headers, this);
    if (failed !== null) return this.#ofRevision(failed);
    const tag = unchangedTag(headers, this, entityTag(this.digest, coding));
    if (tag === null) return null;
    return new Response(null, this.#notModifiedOf(tag));
  }

  /** `body` is in `coding`; the client may ask for a part of it. */
  ranged({ method, headers }: Request, body: Pick<Body, "size" | "sent">, coding: Coding): Response {
    const head = this.#headOf(coding);
    if (method === "HEAD") {
      const response = new Response(null, head);
      response.headers.set("Content-Length", String(body.size));
      return withDatesInOrder(response, this.lastModified);
    }
    const validators = { tag: entityTag(this.digest, coding), lastModified: this.lastModified };
    const response = rangedAnswer(headers, body.sent, head, validators);
    return withDatesInOrder(response.ok ? response : this.#ofRevision(response), this.lastModified);
  }

  /** Compressed if that is worth the time. */
  send(call: Sender, body: ContentBody, links: readonly string[] = []): ResponseOrPromise {
    const isOwn = body instanceof Uint8Array;
    const parts = isOwn ? [body] : body;
    const size = sizeOf(body);
    const coding = this.#parts.isCompressed ? undefined : codingFor(call.request, size);
    if (coding !== undefined && size < MIN_STREAMED_BYTES) {
      return codedQuickly(Buffer.concat(parts), coding).then((coded) => this.#whole(call, coded, { coding, links }));
    }
    const ownBytes = isOwn ? size : 0;
    if (coding !== undefined) {
      return this.stream(call, { parts: gzipWhileSent(piecesOf(parts)), ownBytes }, { coding, links });
    }
    if (size > PIECE_BYTES) return this.stream(call, { parts, ownBytes }, { links });
    return this.#whole(call, isOwn ? body : Buffer.concat(parts), { links });
  }

  /** As fast as the client reads, unless too much is unread. */
  stream(call: Sender, body: OutgoingBody, head: AnswerHead = {}): Response {
    const sending = call.send(body);
    return sending.kind === "refused" ? tooMuchUnread(sending.by) : this.#answer(sending.stream, head);
  }

  #whole(call: Sender, bytes: Uint8Array<ArrayBuffer>, head: AnswerHead): Response {
    if (bytes.length <= PIECE_BYTES) return this.#answer(bytes, head);
    return this.stream(call, { parts: [bytes], ownBytes: bytes.length }, head);
  }

  #answer(body: BodyInit, { coding = "identity", links = [] }: AnswerHead): Response {
    const response = new Response(body, this.#headOf(coding));
    for (const link of links) response.headers.append("Link", link);
    return withDatesInOrder(response, this.lastModified);
  }

  #headOf(coding: Coding): Response {
    const known = this.#found.get(coding);
    if (known !== undefined) return known;
    const head = new Response(null, { headers: this.#headersOf(coding) });
    this.#found.set(coding, head);
    return head;
  }

  #headersOf(coding: Coding): Headers {
    const { contentType, digest, lastModified, links = [], headers } = this.#parts;
    const { cacheControl = DOCUMENT_CACHE_CONTROL, vary = "Accept-Encoding" } = this.#parts;
    return new Headers({
      ...COMMON_HEADERS,
      "Content-Type": contentType,
      "Cache-Control": cacheControl,
      ETag: entityTag(digest, coding),
      ...(lastModified !== null && { "Last-Modified": formatHttpDate(lastModified) }),
      ...(links.length > 0 && { Link: links.join(", ") }),
      Vary: vary,
      ...(coding !== "identity" && { "Content-Encoding": coding }),
      ...headers,
    });
  }

  #notModifiedOf(tag: string): Response {
    const known = this.#notModified.get(tag);
    if (known !== undefined) return known;
    const full = this.#headersOf("identity");
    const headers = new Headers({ ETag: tag });
    for (const name of KEPT_BY_304) {
      const value = full.get(name);
      if (value !== null) headers.set(name, value);
    }
    const response = new Response(null, { status: 304, headers });
    this.#notModified.set(tag, response);
    return response;
  }

  /** An error names the revision that it is about, so that the application adds no later one. */
  #ofRevision(error: Response): Response {
    const revision = this.#parts.headers?.[REVISION_HEADER];
    if (revision !== undefined) error.headers.set(REVISION_HEADER, revision);
    return error;
  }
}

interface AnswerHead {
  readonly coding?: Coding;
  readonly links?: readonly string[];
}

/** Section 15.4.5 of RFC 9110, CORS, and the hub; besides the ETag. */
const KEPT_BY_304 = [
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Cache-Control",
  REVISION_HEADER,
  "Link",
  "Vary",
];

function sizeOf(body: ContentBody): number {
  return body instanceof Uint8Array ? body.length : body.reduce((sum, part) => sum + part.length, 0);
}

/** Strong, one per coding. */
function entityTag(digest: string, coding: Coding): string {
  return coding === "identity" ? `"${digest}"` : `"${digest}-${coding}"`;
}

const RETRY_AFTER = { "Retry-After": "5" };

function tooMuchUnread(by: Full): Response {
  if (by === "all") return plainProblem("not_ready", "too many unread responses; retry later", RETRY_AFTER);
  return plainProblem("rate_limited", "too many unread responses for this address; read them first", RETRY_AFTER);
}

/** The best liked of the quick codings, gzip in pieces. Small bodies go as they are unless the client refuses that. */
function codingFor({ headers }: Request, size: number): Exclude<Coding, "br" | "identity"> | undefined {
  const accepted = acceptedCodings(headers.get("accept-encoding"));
  if (size < MIN_COMPRESSED_BYTES && accepted.includes("identity")) return undefined;
  const best = accepted.find((coding) => coding !== "br");
  if (best === "identity" || best === undefined) return undefined;
  if (size < MIN_STREAMED_BYTES) return best;
  return accepted.includes("gzip") ? "gzip" : undefined;
}
