/**
 * Answers that are computed for each request from content that stays the same for a revision: their validators are those
 * of the content, so that a 304 costs no computing.
 *
 * @module
 */
import { promisify } from "node:util";
import { gzip, zstdCompress } from "node:zlib";
import { notModified, unchangedTag, wholeSeconds, withoutFutureDate } from "./conditional.ts";
import { acceptedCodings, type Coding } from "./content_coding.ts";
import { COMMON_HEADERS } from "./headers.ts";
import { formatHttpDate } from "./http_date.ts";
import { entityTag } from "./representation.ts";

export interface ComputedShape {
  readonly contentType: string;
  /** Names the content that all answers are computed from, hexadecimal. */
  readonly digest: string;
  readonly lastModified: number | null;
  readonly links: readonly string[];
  readonly cacheControl: string;
}

/** Sizes between which an answer is compressed while somebody waits, in bytes. */
const WORTH_COMPRESSING = { least: 16_384, most: 16 << 20 };
const ON_THE_FLY = ["zstd", "gzip"] as const satisfies readonly Coding[];
const COMPRESS = { zstd: promisify(zstdCompress), gzip: promisify(gzip) };

export class ComputedAnswers {
  readonly tags: readonly string[];
  readonly lastModified: number | null;
  /** Of an answer with an identity-coded body. */
  readonly #headers: Headers;
  readonly #digest: string;

  constructor({ contentType, digest, lastModified, links, cacheControl }: ComputedShape) {
    this.tags = [entityTag(digest, "identity"), ...ON_THE_FLY.map((coding) => entityTag(digest, coding))];
    this.lastModified = wholeSeconds(lastModified);
    this.#digest = digest;
    this.#headers = new Headers({
      ...COMMON_HEADERS,
      "Content-Type": contentType,
      "Cache-Control": cacheControl,
      ETag: this.tags[0]!,
      ...(lastModified !== null && { "Last-Modified": formatHttpDate(lastModified) }),
      Link: links.join(", "),
      Vary: "Accept-Encoding",
    });
  }

  /** The 304 for a client that has the content already, or null. */
  unchanged({ headers }: Request): Response | null {
    const conditions = {
      ifNoneMatch: headers.get("if-none-match"),
      ifModifiedSince: headers.get("if-modified-since"),
    };
    const tag = unchangedTag(conditions, this, this.tags[0]!);
    if (tag === null) return null;
    const response = notModified(this.#headers);
    response.headers.set("ETag", tag);
    return response;
  }

  /** The answer with a body; large ones are compressed off the event loop when the client takes that. */
  respond(
    request: Request,
    bytes: Uint8Array<ArrayBuffer>,
    links: readonly string[] = [],
  ): Response | Promise<Response> {
    const headers = new Headers(this.#headers);
    for (const link of links) headers.append("Link", link);
    const coding = codingFor(request, bytes.length);
    if (coding === undefined) return this.#answer(headers, bytes);
    headers.set("Content-Encoding", coding);
    headers.set("ETag", entityTag(this.#digest, coding));
    return COMPRESS[coding](bytes).then((coded) => this.#answer(headers, coded as Uint8Array<ArrayBuffer>));
  }

  /** The answer with a body that is written while it is sent, identity-coded. */
  stream(chunks: Iterator<string>): Response {
    const headers = new Headers(this.#headers);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        let chunk = chunks.next();
        while (!chunk.done && chunk.value === "") chunk = chunks.next();
        if (chunk.done) controller.close();
        else controller.enqueue(encoder.encode(chunk.value));
      },
    });
    return withoutFutureDate(new Response(body, { headers }), this.lastModified);
  }

  /** A Blob is not copied for each slow reader; a small body is quicker as it is. */
  #answer(headers: Headers, bytes: Uint8Array<ArrayBuffer>): Response {
    const body = bytes.length < WORTH_COMPRESSING.least ? bytes : new Blob([bytes]);
    return withoutFutureDate(new Response(body, { headers }), this.lastModified);
  }
}

/** Small bodies go as they are, unless the client refuses exactly that. */
function codingFor(request: Request, size: number): (typeof ON_THE_FLY)[number] | undefined {
  const accepted = acceptedCodings(request.headers.get("accept-encoding"));
  const isWorthIt = size >= WORTH_COMPRESSING.least && size <= WORTH_COMPRESSING.most;
  if (!isWorthIt && accepted.includes("identity")) return undefined;
  return ON_THE_FLY.find((coding) => accepted.includes(coding));
}
