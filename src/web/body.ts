/**
 * The body of a representation: its bytes, and the Blob of them that answers are made with.
 *
 * A Blob is not copied for each of a hundred slow readers, but making one copies the bytes: of a large document, which
 * few ask for uncompressed, not before somebody does.
 *
 * @module
 */
export class Body {
  #blob: Blob | undefined;

  constructor(readonly bytes: Uint8Array) {}

  /** The same at every call. */
  get blob(): Blob {
    // Shared memory will do as well: it is copied, and never written to again.
    this.#blob ??= new Blob([this.bytes as Uint8Array<ArrayBuffer>]);
    return this.#blob;
  }
}
