/**
 * /reviews.json in pieces of some 500 reviews, in memory that threads share. Unchanged pieces are shared with the
 * publication before, neither copied nor digested. The id of its first review alone decides where a piece begins, so
 * that pieces survive other changes, and a full build makes the same ones.
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { utf8Bytes } from "../utf8.ts";
import { ByteWriter, GrowingColumn, NO_SCRATCH, type Scratch } from "./columns.ts";

/** A comma and a line break precede each review. */
interface ReviewPiece {
  readonly bytes: Uint8Array;
  readonly digest: string;
  /** Ordinal. */
  readonly first: number;
}

export interface PiecedDocument {
  /** All before the first review. */
  readonly head: Uint8Array;
  readonly pieces: readonly ReviewPiece[];
}

interface PlacedReviews {
  readonly document: PiecedDocument;
  /** Review `i` is `spans[2 i]` up to before `spans[2 i + 1]` of its piece. */
  readonly spans: Uint32Array;
}

/** One review a line, for everyday tools that compare copies. */
export const SEPARATOR = ",\n";
const TAIL = utf8Bytes("\n]}\n");

/** One in 512. */
function beginsPiece(idHash: number): boolean {
  // The upper bits depend on all bits of the hash (Knuth, The Art of Computer Programming, section 6.4).
  return Math.imul(idHash, 0x9e3779b1) >>> 23 === 0;
}

/** Shared; a head, the pieces, and the end. */
export function partsOf({ head, pieces }: PiecedDocument): Uint8Array[] {
  // No comma stands before the first review.
  return [head, ...pieces.map(({ bytes }, at) => (at === 0 ? bytes.subarray(1) : bytes)), TAIL];
}

export function documentSize(document: PiecedDocument): number {
  return partsOf(document).reduce((sum, { length }) => sum + length, 0);
}

/** Ids come first and hold nothing that JSON escapes. */
const BEFORE_ID = '{"id":"'.length;
const QUOTE = 0x22;

export class ReviewBytes {
  readonly #pieces: readonly ReviewPiece[];
  readonly #spans: Uint32Array;
  readonly #firsts: Uint32Array;

  constructor({ document, spans }: PlacedReviews) {
    this.#pieces = document.pieces;
    this.#spans = spans;
    this.#firsts = Uint32Array.from(document.pieces, ({ first }) => first);
  }

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

  /** Shared. */
  at(ordinal: number): Uint8Array {
    return this.#in(ordinal).subarray(this.#spans[2 * ordinal], this.#spans[2 * ordinal + 1]);
  }

  /** Newest reviews as in the document; shared. */
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

/** Size of a usual piece. */
const USUAL_BYTES = 1 << 20;

/** [`from`, `to`) of another publication. */
export interface ReviewRun {
  readonly from: number;
  readonly to: number;
}

/** `begins` decides whether a review begins a piece. */
export class PieceWriter {
  readonly spans: GrowingColumn<Uint32Array>;
  readonly #begins: (idHash: number) => boolean;
  readonly #scratch: Scratch;
  readonly #pieces: ReviewPiece[] = [];
  /** The piece being written, unless all of it so far is reused. */
  readonly #writer = new ByteWriter(USUAL_BYTES);
  #kept: Uint8Array | null = null;
  #keptDigest = "";
  #first = 0;

  constructor(expectedCount: number, { begins = beginsPiece, scratch = NO_SCRATCH } = {}) {
    this.#begins = begins;
    this.#scratch = scratch;
    this.spans = new GrowingColumn(Uint32Array, 2 * expectedCount);
  }

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

  /** Takes over reviews, at least one. */
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

  /** The piece is no longer the one that was taken over. */
  #reopen(): void {
    if (this.#kept !== null) this.#writer.append(this.#kept);
    this.#kept = null;
  }

  #end(): void {
    if (this.#isAtStart) return;
    const bytes = this.#kept ?? this.#writer.take();
    const digest = this.#kept === null ? contentDigestOf(bytes) : this.#keptDigest;
    this.#pieces.push({ bytes: this.#kept ?? this.#scratch.put(bytes), digest, first: this.#first });
    this.#kept = null;
    this.#first = this.count;
  }
}

export type Allocate = (size: number) => Buffer<ArrayBuffer>;

const COMMA = 0x2c;
/** UTF-8 bytes of a UTF-16 code unit, at most. */
const MAX_BYTES_PER_UNIT = 3;

/** Each review is copied once, without a view of it. */
export function reviewCutter({ document, spans }: PlacedReviews) {
  const reviews = new ReviewBytes({ document, spans });
  const sources = document.pieces.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return (
    ordinals: readonly number[],
    [before, after]: readonly [string, string],
    allocate: Allocate = Buffer.allocUnsafe,
  ): Uint8Array<ArrayBuffer> => {
    const size = ordinals.reduce((sum, ordinal) => sum + 1 + reviews.sizeAt(ordinal), 0);
    const most = MAX_BYTES_PER_UNIT * (before.length + after.length) + size;
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

/** The first 128 bits of a SHA-256, hexadecimal; values are hashed as JSON. */
export function contentDigestOf(content: Uint8Array | readonly unknown[]): string {
  const bytes = content instanceof Uint8Array ? content : JSON.stringify(content);
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
