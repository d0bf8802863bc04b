/**
 * A document: a resource whose bytes are made once per revision, as plain data that a worker can hand over.
 *
 * @module
 */
import { codedBodies, compressed } from "./compress.ts";
import type { Coding } from "./content_coding.ts";
import { digestOf, Representation, type RepresentationParts } from "./representation.ts";

export interface Document extends RepresentationParts {
  readonly path: string;
}

export type DocumentHead = Omit<Document, "digest" | "bodies">;

/** A document in all codings; for the large ones leave the compressed codings to later with `bodies`. */
export function makeDocument(
  head: DocumentHead,
  bytes: Uint8Array<ArrayBuffer>,
  bodies: ReadonlyMap<Coding, Blob> = codedBodies(bytes),
): Document {
  return { ...head, digest: digestOf(bytes), bodies };
}

/**
 * The identity-coded bytes. Where the system can (Linux, for bodies that are not small), these are a view of the memory of
 * the body itself, so that a large document stands there once.
 */
export async function identityBytes({ bodies }: Document): Promise<Uint8Array<ArrayBuffer>> {
  const identity = bodies.get("identity");
  return identity ? new Uint8Array(await identity.arrayBuffer()) : new Uint8Array();
}

/** A document that had its identity-coded bytes only, with the compressed codings. */
export async function withCompressed(document: Document): Promise<Document> {
  const codings = compressed(await identityBytes(document));
  return { ...document, bodies: new Map([...document.bodies, ...codings]) };
}

/** Documents by path, ready to answer from. */
export function representationsOf(documents: readonly Document[]): Map<string, Representation> {
  return new Map(documents.map((document) => [document.path, new Representation(document)]));
}
