/**
 * A representation: the bytes of a resource in every content coding, with the headers of each made beforehand.
 *
 * Answering from one negotiates the coding (RFC 9110 section 12.5.3) and evaluates the conditions of a conditional GET
 * (section 13).
 */
import { createHash } from "node:crypto";
import {
  notModified,
  preconditionFailed,
  rangedAnswer,
  unchangedTag,
  wholeSeconds,
  withDatesInOrder,
} from "./conditional.ts";
import { acceptedCodings, Body, type BodyParts, type Coding, codedBodies, compressed } from "./content_coding.ts";
import { COMMON_HEADERS, DOCUMENT_CACHE_CONTROL, formatHttpDate } from "./headers.ts";

/** What a representation is built from. */
interface RepresentationParts {
  /** Content-Type, with its charset where the type needs one. */
  readonly contentType: string;
  /** Digest of the identity bytes, hexadecimal; the tags are made from it and from nothing else. */
  readonly digest: string;
  /** The bytes by coding; identity is required, the others are left out where they save nothing. */
  readonly bodies: ReadonlyMap<Coding, BodyParts>;
  /** When the content last changed, epoch milliseconds; null when there is no honest answer. */
  readonly lastModified: number | null;
  /** Values of the Link header. */
  readonly links?: readonly string[];
  /** Default: the one of documents. */
  readonly cacheControl?: string;
  /** Further headers, such as a content security policy. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Variant {
  readonly tag: string;
  readonly body: Body;
  /** What the 200 and the 304 are made after: quicker to take over than headers are. */
  readonly found: Response;
  readonly notModified: Response;
}

/** A resource in all its codings, with content negotiation and conditional requests. */
export class Representation {
  readonly contentType: string;
  readonly digest: string;
  readonly tags: readonly string[];
  /** Whole seconds, as epoch milliseconds. */
  readonly lastModified: number | null;
  readonly #identity: Variant;
  readonly #variants = new Map<Coding, Variant>();
  readonly #byTag: ReadonlyMap<string, Variant>;

  constructor(parts: RepresentationParts) {
    const identity = parts.bodies.get("identity");
    if (!identity) throw new TypeError("A representation needs its identity-coded bytes");
    this.contentType = parts.contentType;
    this.digest = parts.digest;
    this.lastModified = wholeSeconds(parts.lastModified);
    this.#identity = variant(parts, "identity", identity);
    for (const [coding, body] of parts.bodies) {
      this.#variants.set(coding, coding === "identity" ? this.#identity : variant(parts, coding, body));
    }
    this.#byTag = new Map([...this.#variants.values()].map((variant) => [variant.tag, variant]));
    this.tags = [...this.#byTag.keys()];
  }

  /** The identity-coded bytes. */
  get body(): Blob {
    return this.#identity.body.blob;
  }

  /** Gives up what large bodies were last sent from, where nobody asked for them since the last call; see {@link Body}. */
  release(): boolean {
    return [...this.#variants.values()].filter(({ body }) => body.release()).length > 0;
  }

  /** The answer to a GET or HEAD. */
  respond({ method, headers }: Request): Response {
    const failed = preconditionFailed(headers, this);
    if (failed) return failed;
    const ifNoneMatch = headers.get("if-none-match");
    // Nearly all conditions are one tag of ours and nothing else.
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
    return rangedAnswer(headers, body.blob, found, { tag, lastModified: this.lastModified });
  }

  #negotiate(acceptEncoding: string | null): Variant {
    for (const coding of acceptedCodings(acceptEncoding)) {
      const found = this.#variants.get(coding);
      if (found) return found;
    }
    return this.#identity;
  }
}

/** A representation of bytes that change only with the program, or too rarely to carry a revision. */
export function assetRepresentation(
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
  { lastModified, cacheControl }: Required<Pick<RepresentationParts, "lastModified" | "cacheControl">>,
): Representation {
  const bodies = codedBodies(bytes);
  return new Representation({ contentType, digest: digestOf(bytes), bodies, lastModified, cacheControl });
}

/** The first 128 bits of a SHA-256, hexadecimal: names the content in tags and in what subscribers acknowledged. */
export function digestOf(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 32);
}

/** A strong tag, one per coding. */
export function entityTag(digest: string, coding: Coding): string {
  return coding === "identity" ? `"${digest}"` : `"${digest}-${coding}"`;
}

/** The answer without its body, which need not be there for it. */
function headOf({ body, found }: Variant): Response {
  const response = new Response(null, found);
  response.headers.set("Content-Length", String(body.size));
  return response;
}

function variant(parts: RepresentationParts, coding: Coding, body: BodyParts): Variant {
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
  return { tag, body: new Body(body), found: new Response(null, { headers }), notModified: notModified(headers) };
}

/** A representation at a fixed path. */
export interface Document extends RepresentationParts {
  readonly path: string;
}

/** A document before its bytes are known. */
export type DocumentHead = Omit<Document, "digest" | "bodies">;

/** A document in all codings; for the large ones leave the compressed codings to later with `bodies`. */
export function makeDocument(
  head: DocumentHead,
  bytes: Uint8Array,
  bodies: ReadonlyMap<Coding, BodyParts> = codedBodies(bytes),
): Document {
  return { ...head, digest: digestOf(bytes), bodies };
}

/** A document that had its identity-coded bytes only, with the compressed codings. */
export function withCompressed(document: Document): Document {
  return { ...document, bodies: new Map([...document.bodies, ...compressed(identityBytes(document))]) };
}

/** The identity-coded bytes of a document as one. */
export function identityBytes({ bodies }: Pick<Document, "bodies">): Uint8Array {
  const parts = bodies.get("identity") ?? [];
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
}

/** Documents by path, ready to answer from. */
export function representationsOf(documents: readonly Document[]): Map<string, Representation> {
  return new Map(documents.map((document) => [document.path, new Representation(document)]));
}
