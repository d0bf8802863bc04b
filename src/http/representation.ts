/** Documents: content whose bytes are there beforehand, in every coding that saves something. */
import { acceptedCodings, Body, type BodyParts, type Coding, codedBodies, type PlaceInFile } from "./content_coding.ts";
import { digestOf } from "./digest.ts";
import { ACCEPT_RANGES, Content, type ContentParts } from "./respond.ts";

interface RepresentationParts extends ContentParts {
  /** Identity is required; others are left out where they save nothing. */
  readonly bodies: ReadonlyMap<Coding, BodyParts>;
}

/** Finds a body in a file; null for one that is sent from memory. */
export type FindInFile = (body: BodyParts) => PlaceInFile | null;

export class Representation extends Content {
  readonly #bodies: ReadonlyMap<Coding, Body>;
  readonly #identity: Body;

  constructor(parts: RepresentationParts, findInFile: FindInFile = () => null) {
    super({ ...parts, headers: { ...ACCEPT_RANGES, ...parts.headers } }, [...parts.bodies.keys()]);
    const bodies = Array.from(parts.bodies, ([coding, body]) => [coding, new Body(body, findInFile(body))] as const);
    this.#bodies = new Map(bodies);
    const identity = this.#bodies.get("identity");
    if (identity === undefined) throw new TypeError("A representation needs its identity-coded bytes");
    this.#identity = identity;
  }

  get body(): Blob {
    return this.#identity.blob;
  }

  /** See {@link Body.release}. */
  release(): boolean {
    return [...this.#bodies.values()].filter((body) => body.release()).length > 0;
  }

  respond(request: Request): Response {
    const accepted = acceptedCodings(request.headers.get("accept-encoding"));
    const coding = accepted.find((each) => this.#bodies.has(each)) ?? "identity";
    const body = this.#bodies.get(coding) ?? this.#identity;
    return this.conditional(request, coding) ?? this.ranged(request, body, coding);
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
