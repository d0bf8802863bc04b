/**
 * /reviews.json in its compressed codings. Where it is large, the pieces that it has in common with the publication before
 * are not compressed again.
 */

import { LARGE_DOCUMENT_BYTES } from "../../http/content_coding.ts";
import { type CodedPiece, deflated, gzipInPieces } from "../../http/gzip_pieces.ts";
import { type Document, withCompressed } from "../../http/representation.ts";
import type { PublicationData } from "../mod.ts";
import { documentSize } from "../review_pieces.ts";
import type { KeptParts } from "./published.ts";

/** The document with its codings. */
export interface CodedReviews {
  readonly document: Document;
  /** What its gzip coding consists of; empty where that is one. */
  readonly gzipPieces: readonly CodedPiece[];
}

/** Codes the document of `data`. */
export function codeReviews(reviews: Document, data: PublicationData, before: KeptParts | null): CodedReviews {
  if (documentSize(data.document) <= LARGE_DOCUMENT_BYTES) return { document: withCompressed(reviews), gzipPieces: [] };
  const kept = new Map(before?.gzipPieces.map(({ digest, coded }) => [digest, coded]));
  const parts = reviews.bodies.get("identity") ?? [];
  const { pieces } = data.document;
  const gzipPieces = pieces.map(({ digest }, at): CodedPiece => {
    // The first is served without its comma.
    const own = at === 0 ? `${digest} at the start` : digest;
    // The head stands before them.
    return { digest: own, coded: kept.get(own) ?? deflated(parts[at + 1] ?? NO_BYTES) };
  });
  const body = gzipInPieces(parts, (part) => gzipPieces[part - 1]?.coded ?? null);
  const bodies = new Map([...reviews.bodies, ["gzip", body] as const]);
  return { document: { ...reviews, bodies }, gzipPieces };
}

const NO_BYTES = new Uint8Array(0);
