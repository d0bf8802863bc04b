/**
 * /reviews.json in its compressed codings. Where it is large, what a review more or less leaves as it was is not
 * compressed again.
 *
 * @module
 */
import type { PublicationData } from "../publication/mod.ts";
import type { MovedRun } from "../publication/search/kept_segments.ts";
import { LARGE } from "../web/compress.ts";
import { type Document, withCompressed } from "../web/document.ts";
import { type GzipPiece, gzipInPieces } from "../web/gzip_pieces.ts";
import type { KeptParts } from "./published.ts";

/** The document with its codings. */
export interface CodedReviews {
  readonly document: Document;
  /** What its gzip coding consists of; empty where that is one. */
  readonly gzipPieces: readonly GzipPiece[];
}

/** Whether a review begins a piece, as one in 512 does: by its id alone, so that pieces stay when others change. */
function beginsPiece(idHash: number): boolean {
  // The upper bits of the product depend on all bits of the hash (Knuth, The Art of Computer Programming, section 6.4).
  return Math.imul(idHash, 0x9e3779b1) >>> 23 === 0;
}

/** Codes the document of `data`. `runs` tells where reviews of the publication before stand now. */
export function codeReviews(
  reviews: Document,
  data: PublicationData,
  { before, runs }: { readonly before: KeptParts | null; readonly runs: readonly MovedRun[] },
): CodedReviews {
  if (data.document.length <= LARGE) return { document: withCompressed(reviews), gzipPieces: [] };
  const kept = before === null ? new Map<number, Uint8Array>() : keptPieces(before, data, runs);
  const { body, pieces } = gzipInPieces(data.document, pieceStarts(data), (start) => kept.get(start) ?? null);
  const bodies = new Map([...reviews.bodies, ["gzip", body] as const]);
  return { document: { ...reviews, bodies }, gzipPieces: pieces };
}

function pieceStarts({ idHashes, spans }: PublicationData): number[] {
  const starts = [0];
  for (let ordinal = 0; ordinal < idHashes.length; ordinal++) {
    if (beginsPiece(idHashes[ordinal] ?? 0)) starts.push(spans[2 * ordinal] ?? 0);
  }
  return starts;
}

/** The compressed pieces of the document before whose reviews, and the first after them, stand together as they did. */
function keptPieces(before: KeptParts, data: PublicationData, runs: readonly MovedRun[]): Map<number, Uint8Array> {
  const { gzip } = before;
  const kept = new Map<number, Uint8Array>();
  for (const { from, to, count } of gzip === null ? [] : runs) {
    const first = before.data.spans[2 * from] ?? 0;
    const last = before.data.spans[2 * (from + count - 1)] ?? 0;
    const moved = (data.spans[2 * to] ?? 0) - first;
    for (const { start, end, codedStart, codedEnd } of gzip?.pieces ?? []) {
      if (start >= first && end <= last) kept.set(start + moved, gzip?.body.subarray(codedStart, codedEnd) ?? EMPTY);
    }
  }
  return kept;
}
const EMPTY = new Uint8Array(0);
