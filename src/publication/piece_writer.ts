/**
 * Writes the pieces of /reviews.json review by review, and takes those over that are there already.
 *
 * @module
 */
import { ByteWriter } from "./byte_writer.ts";
import { contentDigestOf } from "./digest.ts";
import { GrowingColumn } from "./growing_column.ts";
import { beginsPiece, type PlacedReviews, ReviewBytes, type ReviewPiece, SEPARATOR } from "./review_pieces.ts";

/** Room for a piece of usual length, in bytes. */
const USUAL_BYTES = 1 << 20;

/** Reviews of another publication that stand next to each other: [`from`, `to`). */
export interface ReviewRun {
  readonly from: number;
  readonly to: number;
}

/** Puts pieces together; `begins` tells by the hash of its id whether a review begins one. */
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
