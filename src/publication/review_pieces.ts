/**
 * /reviews.json in pieces: runs of some 500 reviews, each in memory of its own that threads share. A publication has the
 * pieces in which nothing changed in common with the one before: they are neither copied nor digested again.
 *
 * Where a piece begins follows from the id of its first review alone, so that pieces stay the same when others change, and
 * a full build makes the same pieces.
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { ByteWriter, GrowingColumn } from "./columns.ts";

/** A run of reviews as they stand in the document, each behind a comma and a line break. */
interface ReviewPiece {
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
interface PlacedReviews {
  readonly document: PiecedDocument;
  /** The bytes of review `i` in its piece: from `spans[2 i]` up to but excluding `spans[2 i + 1]`. */
  readonly spans: Uint32Array;
}

/** Between two reviews: one a line, so that two copies can be compared with everyday tools. */
export const SEPARATOR = ",\n";
const TAIL = new TextEncoder().encode("\n]}\n");

/** Whether a review begins a piece, as one in 512 does. */
function beginsPiece(idHash: number): boolean {
  // The upper bits of the product depend on all bits of the hash (Knuth, The Art of Computer Programming, section 6.4).
  return Math.imul(idHash, 0x9e3779b1) >>> 23 === 0;
}

/** The document as it is served: shared, not copied. Its parts are the head, a part for each piece, and the end. */
export function partsOf({ head, pieces }: PiecedDocument): Uint8Array[] {
  // No comma stands before the first review.
  return [head, ...pieces.map(({ bytes }, at) => (at === 0 ? bytes.subarray(1) : bytes)), TAIL];
}

/** How many bytes the document has. */
export function documentSize(document: PiecedDocument): number {
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

/** Room for a piece of usual length, in bytes. */
const USUAL_BYTES = 1 << 20;

/** Reviews of another publication that stand next to each other: [`from`, `to`). */
export interface ReviewRun {
  readonly from: number;
  readonly to: number;
}

/** Assembles pieces; `begins` decides by the hash of its id whether a review begins one. */
export class PieceWriter {
  readonly spans: GrowingColumn<Uint32Array>;
  readonly #begins: (idHash: number) => boolean;
  readonly #pieces: ReviewPiece[] = [];
  /** What the piece consists of that is being written, unless it is one that is taken over whole so far. */
  readonly #writer = new ByteWriter(USUAL_BYTES);
  #kept: Uint8Array | null = null;
  #keptDigest = "";
  #first = 0;

  constructor(expectedCount: number, begins = beginsPiece) {
    this.#begins = begins;
    this.spans = new GrowingColumn(Uint32Array, 2 * expectedCount);
  }

  /** The reviews taken so far. */
  get count(): number {
    return this.spans.length / 2;
  }

  add(json: string, idHash: number): void {
    if (this.#begins(idHash)) this.#end();
    this.#reopen();
    this.#writer.write(SEPARATOR);
    this.spans.push(this.#writer.length);
    this.#writer.write(json);
    this.spans.push(this.#writer.length);
  }

  /** Takes reviews of another publication over, at least one. */
  keep(before: PlacedReviews & { readonly idHashes: Uint32Array }, { from, to }: ReviewRun): void {
    const { pieces } = before.document;
    for (let at = new ReviewBytes(before).pieceOf(from), next = from; next < to; at++) {
      const piece = pieces[at];
      if (piece === undefined) throw new RangeError(`No piece holds the reviews from ${next}`);
      const end = pieces[at + 1]?.first ?? before.idHashes.length;
      if (this.#begins(before.idHashes[next] ?? 0)) this.#end();
      if (next === piece.first && end <= to && this.#isAtStart) this.#take(piece, before.spans, end);
      else this.#copy(piece, before.spans, { from: next, to: Math.min(end, to) });
      next = Math.min(end, to);
    }
  }

  finish(): ReviewPiece[] {
    this.#end();
    return this.#pieces;
  }

  get #isAtStart(): boolean {
    return this.#kept === null && this.#writer.length === 0;
  }

  #take({ bytes, digest, first }: ReviewPiece, spans: Uint32Array, end: number): void {
    this.#kept = bytes;
    this.#keptDigest = digest;
    this.spans.append(spans, 2 * first, 2 * end);
  }

  #copy({ bytes }: ReviewPiece, spans: Uint32Array, { from, to }: ReviewRun): void {
    this.#reopen();
    const start = (spans[2 * from] ?? 0) - SEPARATOR.length;
    const moved = this.#writer.length - start;
    this.#writer.append(bytes.subarray(start, spans[2 * to - 1]));
    const places = this.spans.room(2 * (to - from));
    for (let at = 0; at < places.length; at++) places[at] = (spans[2 * from + at] ?? 0) + moved;
  }

  /** Something follows in the piece, which is therefore another than the one that was taken over. */
  #reopen(): void {
    if (this.#kept !== null) this.#writer.append(this.#kept);
    this.#kept = null;
  }

  #end(): void {
    if (this.#isAtStart) return;
    const bytes = this.#kept ?? this.#writer.take();
    const digest = this.#kept === null ? contentDigestOf(bytes) : this.#keptDigest;
    this.#pieces.push({ bytes, digest, first: this.#first });
    this.#kept = null;
    this.#first = this.count;
  }
}

/** Gives memory of at least some bytes. */
export type Allocate = (size: number) => Buffer<ArrayBuffer>;

const COMMA = 0x2c;
/** In UTF-8, of a UTF-16 code unit. */
const MOST_BYTES_OF_A_UNIT = 3;

/** The reviews at these ordinals, a comma between two, between two pieces of text. Each is copied once, without a view of it. */
export function reviewCutter({ document, spans }: PlacedReviews) {
  const reviews = new ReviewBytes({ document, spans });
  const sources = document.pieces.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return (
    ordinals: readonly number[],
    [before, after]: readonly [string, string],
    allocate: Allocate = Buffer.allocUnsafe,
  ): Uint8Array<ArrayBuffer> => {
    const size = ordinals.reduce((sum, ordinal) => sum + 1 + reviews.sizeAt(ordinal), 0);
    const most = MOST_BYTES_OF_A_UNIT * (before.length + after.length) + size;
    const bytes = allocate(most);
    let end = bytes.write(before);
    for (let at = 0; at < ordinals.length; at++) {
      const ordinal = ordinals[at] ?? 0;
      if (at > 0) bytes[end++] = COMMA;
      end += (sources[reviews.pieceOf(ordinal)] ?? NONE).copy(bytes, end, spans[2 * ordinal], spans[2 * ordinal + 1]);
    }
    end += bytes.write(after, end);
    return bytes.subarray(0, end);
  };
}

const NONE = Buffer.alloc(0);

/** The first 128 bits of a SHA-256 of bytes, or of values as JSON, hexadecimal. */
export function contentDigestOf(content: Uint8Array | readonly unknown[]): string {
  const bytes = content instanceof Uint8Array ? content : JSON.stringify(content);
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
