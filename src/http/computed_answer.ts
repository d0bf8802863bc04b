/**
 * Answers that are computed for each request from content that stays the same for a revision: their validators are those
 * of the content, so that a 304 costs no computing.
 */
import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { gzip, zstdCompress } from "node:zlib";
import { clientKey } from "./admission.ts";
import { acceptedCodings, CODINGS, type Coding } from "./content_coding.ts";
import { gzipWhileSent } from "./gzip_pieces.ts";
import { COMMON_HEADERS, formatHttpDate, REVISION_HEADER } from "./headers.ts";
import type { Client } from "./operation.ts";
import { type Outgoing, type OutgoingBody, PIECE_BYTES, piecesOf } from "./outgoing.ts";
import { plainProblem } from "./problem.ts";
import {
  entityTag,
  notModified,
  preconditionFailed,
  rangedAnswer,
  unchangedTag,
  wholeSeconds,
  withDatesInOrder,
} from "./representation.ts";

/** The headers that answers computed from one content share. */
export interface ComputedShape {
  readonly contentType: string;
  /** Names the content that all answers are computed from, hexadecimal. */
  readonly digest: string;
  readonly lastModified: number | null;
  readonly links: readonly string[];
  readonly cacheControl: string;
  /** Names all that is published. */
  readonly revision: string;
  /** Default: Accept-Encoding. */
  readonly vary?: string;
  /** Whether the content is compressed by itself, as a picture is: it is sent as it is. */
  readonly isCompressed?: boolean;
  /** Further headers, such as a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** From this size on, in bytes, an answer is worth the time to compress it. */
const LEAST_COMPRESSED = 16_384;
/** From this size on, in bytes, it is compressed piece by piece while it is sent, and never whole in memory. */
const LARGE = 256 << 10;
const ON_THE_FLY = ["zstd", "gzip"] as const satisfies readonly Coding[];
const COMPRESS = { zstd: promisify(zstdCompress), gzip: promisify(gzip) };

/** The client of a large answer, and the counter of all such answers. */
export interface Recipient {
  readonly outgoing: Outgoing;
  readonly client: Client;
}

/** An answer of bytes that were made for it. */
interface RespondOptions {
  /** Values of further Link headers. */
  readonly links?: readonly string[] | undefined;
  /** Large answers are counted, and sent as their client reads them; without one they are handed over whole. */
  readonly recipient?: Recipient;
}

/** Builds responses for bodies computed per request: validators, 304 and compression. */
export class ComputedAnswers {
  readonly tags: readonly string[];
  readonly lastModified: number | null;
  /** What answers are made after: quicker to take over than headers are. */
  readonly #found: Response;
  readonly #notModified: Response;
  readonly #digest: string;
  readonly #isCompressed: boolean;

  constructor(shape: ComputedShape) {
    const { contentType, digest, lastModified, links, cacheControl, revision, vary = "Accept-Encoding" } = shape;
    const { headers: further, isCompressed = false } = shape;
    this.#isCompressed = isCompressed;
    this.tags = CODINGS.map((coding) => entityTag(digest, coding));
    const identityTag = entityTag(digest, "identity");
    this.lastModified = wholeSeconds(lastModified);
    this.#digest = digest;
    const headers = new Headers({
      ...COMMON_HEADERS,
      "Content-Type": contentType,
      "Cache-Control": cacheControl,
      ETag: identityTag,
      ...(lastModified !== null && { "Last-Modified": formatHttpDate(lastModified) }),
      ...(links.length > 0 && { Link: links.join(", ") }),
      Vary: vary,
      [REVISION_HEADER]: revision,
      ...further,
    });
    this.#found = new Response(null, { headers });
    this.#notModified = notModified(headers);
  }

  /** The 304 for a client that has the content already, or the 412 for one that wants other content; else null. */
  settled({ headers }: Request): Response | null {
    const failed = preconditionFailed(headers, this);
    if (failed) return failed;
    const conditions = {
      ifNoneMatch: headers.get("if-none-match"),
      ifModifiedSince: headers.get("if-modified-since"),
    };
    const tag = unchangedTag(conditions, this, entityTag(this.#digest, "identity"));
    if (tag === null) return null;
    const response = new Response(null, this.#notModified);
    response.headers.set("ETag", tag);
    return response;
  }

  /**
   * The answer with a body; large ones are compressed off the event loop when the client takes that. `bytes` is copied and
   * may be written over once this returns.
   */
  respond(
    request: Request,
    bytes: Uint8Array<ArrayBuffer>,
    { links = [], recipient }: RespondOptions = {},
  ): Response | Promise<Response> {
    if (bytes.length > PIECE_BYTES && recipient !== undefined) {
      return this.sendOwn(request, new Uint8Array(bytes), { recipient, links });
    }
    const coding = this.#codingFor(request, bytes.length);
    if (coding === undefined) return this.#answer(bytes, links);
    return COMPRESS[coding](Buffer.from(bytes)).then((coded) =>
      this.#coded(this.#answer(coded as Uint8Array<ArrayBuffer>, links), coding),
    );
  }

  /** The same with bytes that nothing else refers to. */
  sendOwn(
    request: Request,
    bytes: Uint8Array<ArrayBuffer>,
    { recipient, links }: RespondOptions & { readonly recipient: Recipient },
  ): Response | Promise<Response> {
    if (bytes.length <= PIECE_BYTES) return this.respond(request, bytes, { links });
    const body = { parts: [bytes], ownBytes: bytes.length };
    return this.#sendCoded(request, body, { recipient, links, size: bytes.length });
  }

  /**
   * The answer with a body in parts, which may be shared. A large one is handed over as its client reads it, so that who
   * reads nothing holds next to nothing.
   */
  send(request: Request, parts: readonly Uint8Array[], recipient: Recipient): Response | Promise<Response> {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    if (size <= PIECE_BYTES) return this.respond(request, Buffer.concat(parts));
    return this.#sendCoded(request, { parts }, { recipient, size });
  }

  /** The answer with a body that is written while it is sent, identity-coded, each part when its client has read the last. */
  stream(request: Request, parts: AsyncIterable<Uint8Array>, recipient: Recipient): Response {
    return this.#sendParts({ parts }, recipient, request);
  }

  /** The answer with a body that is there, or the part of it that the client asks for. */
  respondWithRange({ headers }: Request, body: Blob, coding: Coding): Response {
    const validators = { tag: entityTag(this.#digest, coding), lastModified: this.lastModified };
    const found = new Response(null, this.#found);
    found.headers.set("ETag", validators.tag);
    found.headers.set("Accept-Ranges", "bytes");
    if (coding !== "identity") found.headers.set("Content-Encoding", coding);
    return withDatesInOrder(rangedAnswer(headers, body, found, validators), this.lastModified);
  }

  #sendCoded(
    request: Request,
    body: { readonly parts: readonly Uint8Array[]; readonly ownBytes?: number },
    { recipient, size, links = [] }: RespondOptions & { readonly recipient: Recipient; readonly size: number },
  ): Response | Promise<Response> {
    const coding = this.#codingFor(request, size);
    const answerOf = (sent: Pick<OutgoingBody, "parts" | "ownBytes">) => {
      const response = this.#sendParts(sent, recipient, request);
      for (const link of response.ok ? links : []) response.headers.append("Link", link);
      return response.ok && coding !== undefined ? this.#coded(response, coding) : response;
    };
    if (coding === undefined) return answerOf(body);
    if (size >= LARGE) return answerOf({ ...body, parts: gzipWhileSent(piecesOf(body.parts)) });
    return COMPRESS[coding](Buffer.concat(body.parts)).then((coded) =>
      answerOf({ parts: [coded], ownBytes: coded.length }),
    );
  }

  #codingFor(request: Request, size: number): ReturnType<typeof codingFor> {
    return this.#isCompressed ? undefined : codingFor(request, size);
  }

  #coded(response: Response, coding: (typeof ON_THE_FLY)[number]): Response {
    response.headers.set("Content-Encoding", coding);
    response.headers.set("ETag", entityTag(this.#digest, coding));
    return response;
  }

  #sendParts(body: Pick<OutgoingBody, "parts" | "ownBytes">, { outgoing, client }: Recipient, request: Request) {
    const sending = outgoing.send({
      ...body,
      client: clientKey(client.clientAddress),
      cut: () => client.cut(request),
    });
    if (sending.kind === "refused") return tooMuchUnread(sending.by);
    return withDatesInOrder(new Response(sending.stream, this.#found), this.lastModified);
  }

  /** A Blob is not copied for a slow reader; an answer of usual size is quicker as it is. */
  #answer(bytes: Uint8Array<ArrayBuffer>, links: readonly string[]): Response {
    const body = bytes.length <= PIECE_BYTES ? bytes : new Blob([bytes]);
    const response = new Response(body, this.#found);
    for (const link of links) response.headers.append("Link", link);
    return withDatesInOrder(response, this.lastModified);
  }
}

const RETRY_AFTER = { "Retry-After": "5" };

function tooMuchUnread(by: "client" | "all"): Response {
  if (by === "all") return plainProblem("not_ready", "too many unread responses; retry later", RETRY_AFTER);
  return plainProblem("rate_limited", "too many unread responses for this address; read them first", RETRY_AFTER);
}

/**
 * The best liked of those that are quick, gzip for what is compressed in pieces. Small bodies go as they are, unless the
 * client refuses exactly that.
 */
function codingFor(request: Request, size: number): (typeof ON_THE_FLY)[number] | undefined {
  const accepted = acceptedCodings(request.headers.get("accept-encoding"));
  if (size < LEAST_COMPRESSED && accepted.includes("identity")) return undefined;
  const best = accepted.find((coding) => coding !== "br");
  if (best === "identity" || best === undefined) return undefined;
  if (size < LARGE) return best;
  return accepted.includes("gzip") ? "gzip" : undefined;
}
