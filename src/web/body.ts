/**
 * The body of a representation: its bytes, and the Blob of them that answers are made with.
 *
 * A Blob is not copied for each of a hundred slow readers, but making one copies the bytes: of a large document, which
 * few ask for uncompressed, not before somebody does.
 *
 * @module
 */

/** Bytes in parts, one after another. Parts that threads or revisions share are neither joined nor copied. */
export type BodyParts = readonly Uint8Array[];

export class Body {
  #blob: Blob | undefined;

  constructor(private readonly parts: BodyParts) {}

  /** In bytes. */
  get size(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The same at every call. */
  get blob(): Blob {
    // Shared memory will do as well: it is copied, and never written to again.
    this.#blob ??= new Blob(this.parts as readonly Uint8Array<ArrayBuffer>[] as Uint8Array<ArrayBuffer>[]);
    return this.#blob;
  }
}
