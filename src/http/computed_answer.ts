/** Answers computed per request from content that is fixed for a revision: a 304 costs no computing. */
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

export interface ComputedShape {
  readonly contentType: string;
  /** Of the content, hexadecimal. */
  readonly digest: string;
  readonly lastModified: number | null;
  readonly links: readonly string[];
  readonly cacheControl: string;
  readonly revision: string;
  readonly vary?: string;
  /** Whether the content is compressed already, as a picture is. */
  readonly isCompressed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Worth the time to compress from this size on, in bytes. */
const LEAST_COMPRESSED = 16_384;
/** From this size on, in bytes, it is compressed piece by piece while it is sent. */
const LARGE = 256 << 10;
const ON_THE_FLY = ["zstd", "gzip"] as const satisfies readonly Coding[];
const COMPRESS = { zstd: promisify(zstdCompress), gzip: promisify(gzip) };

export interface Recipient {
  readonly outgoing: Outgoing;
  readonly client: Client;
}

interface RespondOptions {
  readonly links?: readonly string[] | undefined;
  /** Large answers are counted, and sent as their client reads them; without one they are sent whole. */
  readonly recipient?: Recipient;
}

export class ComputedAnswers {
  readonly tags: readonly string[];
  readonly lastModified: number | null;
  /** Quicker to copy than headers. */
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

  /** `bytes` is copied; the caller may reuse it once this returns. */
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

  /** Takes `bytes` over. */
  sendOwn(
    request: Request,
    bytes: Uint8Array<ArrayBuffer>,
    { recipient, links }: RespondOptions & { readonly recipient: Recipient },
  ): Response | Promise<Response> {
    if (bytes.length <= PIECE_BYTES) return this.respond(request, bytes, { links });
    const body = { parts: [bytes], ownBytes: bytes.length };
    return this.#sendCoded(request, body, { recipient, links, size: bytes.length });
  }

  /** `parts` may be shared. A large body is handed over as its client reads it. */
  send(request: Request, parts: readonly Uint8Array[], recipient: Recipient): Response | Promise<Response> {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    if (size <= PIECE_BYTES) return this.respond(request, Buffer.concat(parts));
    return this.#sendCoded(request, { parts }, { recipient, size });
  }

  /** Sends parts as they are written, uncompressed. */
  stream(request: Request, parts: AsyncIterable<Uint8Array>, recipient: Recipient): Response {
    return this.#sendParts({ parts }, recipient, request);
  }

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

  /** A Blob is not copied for a slow reader; a small answer is quicker as bytes. */
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

/** The best liked of the quick codings, gzip in pieces. Small bodies go as they are unless the client refuses that. */
function codingFor(request: Request, size: number): (typeof ON_THE_FLY)[number] | undefined {
  const accepted = acceptedCodings(request.headers.get("accept-encoding"));
  if (size < LEAST_COMPRESSED && accepted.includes("identity")) return undefined;
  const best = accepted.find((coding) => coding !== "br");
  if (best === "identity" || best === undefined) return undefined;
  if (size < LARGE) return best;
  return accepted.includes("gzip") ? "gzip" : undefined;
}
