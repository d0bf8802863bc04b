/**
 * A document: a resource whose bytes are made once per revision, as plain data that a worker can hand over.
 *
 * @module
 */
import type { BodyParts } from "./body.ts";
import { codedBodies, compressed } from "./compress.ts";
import type { Coding } from "./content_coding.ts";
import { digestOf, Representation, type RepresentationParts } from "./representation.ts";

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
