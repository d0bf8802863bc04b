/**
 * /reviews.json in pieces: runs of some 500 reviews, each in memory of its own that threads share. A publication has the
 * pieces in which nothing changed in common with the one before: they are neither copied nor digested again.
 *
 * Where a piece begins follows from the id of its first review alone, so that pieces stay as they are when others change,
 * and a publication built anew consists of the same.
 *
 * @module
 */

/** A run of reviews as they stand in the document, each behind a comma and a line break. */
export interface ReviewPiece {
  readonly bytes: Uint8Array;
  readonly digest: string;
  /** Ordinal of its first review. */
  readonly first: number;
}

/** The whole of /reviews.json. */
export interface PiecedDocument {
  /** All before the first review. */
  readonly head: Uint8Array;
  readonly pieces: readonly ReviewPiece[];
}

/** The document with the places of its reviews. */
export interface PlacedReviews {
  readonly document: PiecedDocument;
  /** The bytes of review `i` in its piece: from `spans[2 i]` up to but excluding `spans[2 i + 1]`. */
  readonly spans: Uint32Array;
}

/** Between two reviews: one a line, so that two copies can be compared with everyday tools. */
export const SEPARATOR = ",\n";
const TAIL = new TextEncoder().encode("\n]}\n");

/** Whether a review begins a piece, as one in 512 does. */
export function beginsPiece(idHash: number): boolean {
  // The upper bits of the product depend on all bits of the hash (Knuth, The Art of Computer Programming, section 6.4).
  return Math.imul(idHash, 0x9e3779b1) >>> 23 === 0;
}

/** The document as it is served: shared, not copied. Its parts are the head, a part for each piece, and the end. */
export function partsOf({ head, pieces }: PiecedDocument): Uint8Array[] {
  // No comma stands before the first review.
  return [head, ...pieces.map(({ bytes }, at) => (at === 0 ? bytes.subarray(1) : bytes)), TAIL];
}

/** How many bytes the document has. */
export function sizeOf(document: PiecedDocument): number {
  return partsOf(document).reduce((sum, { length }) => sum + length, 0);
}

/** Every review begins with its id, which holds nothing that JSON escapes: `{"id":"`. */
const BEFORE_ID = '{"id":"'.length;
const QUOTE = 0x22;

/** Finds reviews in the pieces of a document. */
export class ReviewBytes {
  readonly #pieces: readonly ReviewPiece[];
  readonly #spans: Uint32Array;
  readonly #firsts: Uint32Array;

  constructor({ document, spans }: PlacedReviews) {
    this.#pieces = document.pieces;
    this.#spans = spans;
    this.#firsts = Uint32Array.from(document.pieces, ({ first }) => first);
  }

  /** The number of the piece that a review is in. */
  pieceOf(ordinal: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] ?? 0) <= ordinal) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The bytes of a review, shared, not copied. */
  at(ordinal: number): Uint8Array {
    return this.#in(ordinal).subarray(this.#spans[2 * ordinal], this.#spans[2 * ordinal + 1]);
  }

  /** The first reviews as they stand in the document, {@link SEPARATOR} between two; shared, not copied. */
  newest(count: number): Uint8Array[] {
    if (count === 0) return [];
    const last = count - 1;
    const end = this.pieceOf(last);
    return this.#pieces.slice(0, end + 1).map(({ bytes }, at) => {
      return bytes.subarray(at === 0 ? SEPARATOR.length : 0, at === end ? this.#spans[2 * last + 1] : undefined);
    });
  }

  sizeAt(ordinal: number): number {
    return (this.#spans[2 * ordinal + 1] ?? 0) - (this.#spans[2 * ordinal] ?? 0);
  }

  /** Ids are ASCII. */
  idAt(ordinal: number): string {
    const bytes = this.#in(ordinal);
    const start = (this.#spans[2 * ordinal] ?? 0) + BEFORE_ID;
    return String.fromCharCode(...bytes.subarray(start, bytes.indexOf(QUOTE, start)));
  }

  #in(ordinal: number): Uint8Array {
    return this.#pieces[this.pieceOf(ordinal)]?.bytes ?? NO_BYTES;
  }
}

const NO_BYTES = new Uint8Array(0);
