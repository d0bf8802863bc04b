/**
 * The body of a representation: its bytes, and the Blob of them that answers are made with.
 *
 * A Blob is not copied for each of a hundred slow readers, but making one copies the bytes: of a large document, which
 * few ask for uncompressed, not before somebody does, and it is given up once nobody has for a while.
 *
 * @module
 */

/** Bytes in parts, one after another. Parts that threads or revisions share are neither joined nor copied. */
export type BodyParts = readonly Uint8Array[];

/** From this size on, in bytes, a Blob that nobody asks for is not worth its memory. */
const LARGE = 8 << 20;

/** The bytes of a representation in one coding. */
export class Body {
  #blob: Blob | undefined;
  #isAskedFor = false;

  constructor(private readonly parts: BodyParts) {}

  /** In bytes. */
  get size(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  /** The same at every call, until it is released. */
  get blob(): Blob {
    this.#isAskedFor = true;
    // Shared memory will do as well: it is copied, and never written to again.
    this.#blob ??= new Blob(this.parts as readonly Uint8Array<ArrayBuffer>[] as Uint8Array<ArrayBuffer>[]);
    return this.#blob;
  }

  /**
   * Gives up the Blob of a large body unless it was asked for since the last call, and returns whether it did. Answers that are
   * being sent keep theirs; the next who asks has it made anew.
   */
  release(): boolean {
    const isIdle = this.#blob !== undefined && !this.#isAskedFor && this.size >= LARGE;
    if (isIdle) this.#blob = undefined;
    this.#isAskedFor = false;
    return isIdle;
  }
}
