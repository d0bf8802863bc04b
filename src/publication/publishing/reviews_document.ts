/** /reviews.json as a document. If it is large, pieces shared with the publication before are not compressed again. */

import { type BodyParts, type Coding, compressed, LARGE_DOCUMENT_BYTES } from "../../http/content_coding.ts";
import { gzipInPieces } from "../../http/gzip_pieces.ts";
import { type Document, type DocumentHead, identityBytes } from "../../http/representation.ts";
import type { CollectGarbage, Scratch } from "../columns.ts";
import type { PublicationData } from "../mod.ts";
import { documentSize, partsOf } from "../review_pieces.ts";
import type { PublishedParts } from "./published.ts";

interface ReviewsDocumentOptions {
  readonly before: PublishedParts | null;
  readonly scratch: Scratch;
  readonly collectGarbage: CollectGarbage;
}

/** Compressed before the garbage of that is collected. */
const PIECES_OF_GARBAGE = 16;

export function reviewsDocument(head: DocumentHead, data: PublicationData, options: ReviewsDocumentOptions): Document {
  const parts = partsOf(data.document);
  const bodies = new Map<Coding, BodyParts>([["identity", parts]]);
  const isLarge = documentSize(data.document) > LARGE_DOCUMENT_BYTES;
  const coded = isLarge ? ([["gzip", gzipped(parts, data, options)]] as const) : compressed(identityBytes({ bodies }));
  return { ...head, digest: data.documentDigest, bodies: new Map([...bodies, ...coded]) };
}

/** A head precedes the pieces; coded, also the header of gzip. */
const HEAD_PARTS = 1;
const CODED_HEAD_PARTS = 2;

function gzipped(
  parts: BodyParts,
  { document }: PublicationData,
  { before, scratch, collectGarbage }: ReviewsDocumentOptions,
): BodyParts {
  let coded = 0;
  const put = (bytes: Uint8Array) => {
    if (++coded % PIECES_OF_GARBAGE === 0) collectGarbage("recent");
    return scratch.put(bytes);
  };
  const kept = before === null ? new Map<string, Uint8Array>() : codedPieces(before);
  const keptPart = (part: number) => {
    const piece = document.pieces[part - HEAD_PARTS];
    return piece === undefined ? null : (kept.get(nameOf(piece)) ?? null);
  };
  return gzipInPieces(parts, { keptPart, read: scratch.read, put });
}

/** Empty where the document was compressed as one. */
function codedPieces({ data, documents }: PublishedParts): Map<string, Uint8Array> {
  const coded = documents.find(({ digest }) => digest === data.documentDigest)?.bodies.get("gzip") ?? [];
  return new Map(
    data.document.pieces.flatMap((piece, at) => {
      const bytes = coded[CODED_HEAD_PARTS + at];
      return bytes === undefined ? [] : [[nameOf(piece), bytes] as const];
    }),
  );
}

/** The first piece is served without its comma. */
function nameOf({ first, digest }: PublicationData["document"]["pieces"][number]): string {
  return first === 0 ? `${digest} at the start` : digest;
}
