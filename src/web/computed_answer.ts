/**
 * Answers that are computed for each request from content that stays the same for a revision: their validators are those
 * of the content, so that a 304 costs no computing.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { gzip, zstdCompress } from "node:zlib";
import { rangedAnswer } from "./byte_range.ts";
import { notModified, preconditionFailed, unchangedTag, wholeSeconds, withDatesInOrder } from "./conditional.ts";
import { acceptedCodings, CODINGS, type Coding } from "./content_coding.ts";
import { COMMON_HEADERS, REVISION_HEADER } from "./headers.ts";
import { formatHttpDate } from "./http_date.ts";
import type { Client } from "./operation.ts";
import type { Outgoing, OutgoingBody } from "./outgoing.ts";
import { plainProblem } from "./problem.ts";
import { clientKey } from "./rate_limit.ts";
import { entityTag } from "./representation.ts";

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
}

/** Sizes between which an answer is compressed while somebody waits, in bytes. */
const WORTH_COMPRESSING = { least: 16_384, most: 16 << 20 };
const LEAST_BLOB = 65_536;
const ON_THE_FLY = ["zstd", "gzip"] as const satisfies readonly Coding[];
const COMPRESS = { zstd: promisify(zstdCompress), gzip: promisify(gzip) };

/** Who is sent a large answer, and what all such answers are counted by. */
export interface Recipient {
  readonly outgoing: Outgoing;
  readonly client: Client;
}

/** Builds responses for bodies computed per request: validators, 304 and compression. */
export class ComputedAnswers {
  readonly tags: readonly string[];
  readonly lastModified: number | null;
  /** What answers are made after: quicker to take over than headers are. */
  readonly #found: Response;
  readonly #notModified: Response;
  readonly #digest: string;

  constructor(shape: ComputedShape) {
    const { contentType, digest, lastModified, links, cacheControl, revision, vary = "Accept-Encoding" } = shape;
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
      Link: links.join(", "),
      Vary: vary,
      [REVISION_HEADER]: revision,
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
    links: readonly string[] = [],
  ): Response | Promise<Response> {
    const coding = codingFor(request, bytes.length);
    if (coding === undefined) return this.#answer(bytes, links);
    return COMPRESS[coding](Buffer.from(bytes)).then((coded) => {
      const response = this.#answer(coded as Uint8Array<ArrayBuffer>, links);
      response.headers.set("Content-Encoding", coding);
      response.headers.set("ETag", entityTag(this.#digest, coding));
      return response;
    });
  }

  /**
   * The answer with a body in parts, which may be shared. A large one is handed over as its client reads it, so that who
   * reads nothing holds next to nothing.
   */
  send(request: Request, parts: readonly Uint8Array[], recipient: Recipient): Response | Promise<Response> {
    const size = parts.reduce((sum, part) => sum + part.length, 0);
    const coding = codingFor(request, size);
    if (size < LEAST_BLOB) return this.respond(request, Buffer.concat(parts));
    if (coding === undefined) return this.#sendParts({ parts }, recipient, request);
    return COMPRESS[coding](Buffer.concat(parts)).then((coded) => {
      const response = this.#sendParts({ parts: [coded], ownBytes: coded.length }, recipient, request);
      if (response.status !== 200) return response;
      response.headers.set("Content-Encoding", coding);
      response.headers.set("ETag", entityTag(this.#digest, coding));
      return response;
    });
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

  /** The answer with a body that is written while it is sent, identity-coded. */
  stream(chunks: Iterator<string>): Response {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        let chunk = chunks.next();
        while (!chunk.done && chunk.value === "") chunk = chunks.next();
        if (chunk.done) controller.close();
        else controller.enqueue(encoder.encode(chunk.value));
      },
    });
    return withDatesInOrder(new Response(body, this.#found), this.lastModified);
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

  /** A Blob is not copied for each slow reader; a page of usual size is quicker as it is. */
  #answer(bytes: Uint8Array<ArrayBuffer>, links: readonly string[]): Response {
    const body = bytes.length < LEAST_BLOB ? bytes : new Blob([bytes]);
    const response = new Response(body, this.#found);
    for (const link of links) response.headers.append("Link", link);
    return withDatesInOrder(response, this.lastModified);
  }
}

const RETRY_AFTER = { "Retry-After": "5" };

function tooMuchUnread(by: "client" | "all"): Response {
  if (by === "all") return plainProblem("not_ready", "too many answers are unread; try again later", RETRY_AFTER);
  return plainProblem("rate_limited", "too many answers to this address are unread; read them first", RETRY_AFTER);
}

/** The best liked of those that are quick. Small bodies go as they are, unless the client refuses exactly that. */
function codingFor(request: Request, size: number): (typeof ON_THE_FLY)[number] | undefined {
  const accepted = acceptedCodings(request.headers.get("accept-encoding"));
  const isWorthIt = size >= WORTH_COMPRESSING.least && size <= WORTH_COMPRESSING.most;
  if (!isWorthIt && accepted.includes("identity")) return undefined;
  const best = accepted.find((coding) => coding !== "br");
  return best === "identity" ? undefined : best;
}
